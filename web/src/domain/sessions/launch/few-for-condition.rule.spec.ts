import { countConditionsWithFewPeople } from './few-for-condition.rule';

const of = (shares: readonly number[], seats: number) =>
  countConditionsWithFewPeople(
    shares.map((share) => ({ share })),
    seats,
  );

test.each([
  [[1, 1, 1, 1, 1, 1], 6, 6],
  [[1, 1], 9, 2],
  [[1, 1], 10, 0],
  [[1, 1, 1], 15, 0],
  [[3, 1], 16, 1],
  [[3, 1], 20, 0],
])(
  'with shares %j and %i spots, the conditions with fewer than five people are %i',
  (shares, seats, few) => {
    expect(of(shares, seats)).toBe(few);
  },
);
