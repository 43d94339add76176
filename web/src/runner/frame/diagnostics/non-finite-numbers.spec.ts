import { NonFiniteNumbers } from './non-finite-numbers';

const told = (
  value: unknown,
  trial?: number,
  isChanged = false,
  numbers = new NonFiniteNumbers(),
) =>
  JSON.parse(numbers.eventOf(value, JSON.stringify(value), trial, isChanged) ?? 'null') as unknown;
const wrong = [NaN, Infinity, -Infinity];

it.each(wrong)(
  'the value %d is reported as different from a missing value, at any depth',
  (what) => {
    const name = String(what);
    expect(told({ rt: what })).toEqual({ type: 'not_a_number', values: [['rt', name]] });
    expect(told({ a: null, gaze: [1, { x: what }] })).toEqual({
      type: 'not_a_number',
      values: [['gaze.1.x', name]],
    });
    expect(told(what)).toEqual({ type: 'not_a_number', values: [['', name]] });
  },
);

it('values that JSON can represent are not reported', () => {
  for (const value of [{ rt: null }, { rt: 'NaN' }, 'null', { a: undefined, b: -0, c: 1e308 }, []])
    expect(told(value)).toBeNull();
});

it('at most twenty names are reported, and none of an object with toJSON', () => {
  const many = { values: Array.from({ length: 100 }, () => NaN) };
  expect(told(many)).toMatchObject({ values: { length: 20 } });
  expect(told({ at: new Date(NaN), is: null })).toBeNull();
});

it('a trial is reported again after a change only if its infinite or NaN values differ', () => {
  const numbers = new NonFiniteNumbers();
  expect(told({ rt: NaN }, 3, false, numbers)).not.toHaveProperty('trial');
  expect(told({ rt: NaN, late: true }, 3, true, numbers)).toBeNull();
  expect(told({ rt: NaN, mean: Infinity }, 3, true, numbers)).toEqual({
    type: 'not_a_number',
    trial: 3,
    values: [
      ['rt', 'NaN'],
      ['mean', 'Infinity'],
    ],
  });
});
