import { NewSlots } from '../../../../contracts/slots/slot-plans';
import { InvalidInput } from '../../../../server/platform/errors/errors';
import {
  newSlotsBodyOf,
  emptyNewSlotsValues,
  slotStartFault,
  type NewSlotsValues,
} from './plan.rule';

const one = (change: Partial<NewSlotsValues>): NewSlotsValues => ({
  ...emptyNewSlotsValues('UTC', ''),
  kind: 'one',
  day: '2099-03-23',
  begin: '09:00',
  ...change,
});
/** Returns the first error that the server would answer, in the form in which the page shows it. */
const faultOf = (plan: NewSlotsValues) => {
  const body = newSlotsBodyOf(plan, false);
  const { error } = NewSlots.safeParse(body);
  const [first] = error ? (new InvalidInput(error.issues, body).extra.fields ?? []) : [];
  if (first?.path !== 'starts') return first;
  return { path: first.path, ...slotStartFault(plan, first.code) };
};
const every = Array.from({ length: 60 }, (_, n) => String(n).padStart(2, '0'));

test('a minute off the five-minute grid is refused beside the time', () => {
  for (const minute of every)
    expect([minute, faultOf(one({ begin: `03:${minute}` }))]).toEqual([
      minute,
      Number(minute) % 5 === 0 ? undefined : { path: 'starts', begin: 'off_grid' },
    ]);
});

test.each<[Partial<NewSlotsValues>, object]>([
  [{ day: '' }, { path: 'starts', day: 'required' }],
  [{ begin: '' }, { path: 'starts', begin: 'required' }],
  [
    { day: '', begin: '' },
    { path: 'starts', day: 'required', begin: 'required' },
  ],
  [{ day: '2099-02-30' }, { path: 'starts', day: 'invalid_date' }],
  [{ duration_minutes: 7 }, { path: 'duration_minutes', code: 'off_grid' }],
])('a fault of %j is shown at its field', (change, fault) => {
  expect(faultOf(one(change))).toEqual(fault);
});

test.each(['in_the_past', 'time_missing'])('the fault %s is shown beside the time', (code) => {
  expect(slotStartFault(one({}), code)).toEqual({ begin: code });
});

test('the form sends a place for a room, and a link for a call', () => {
  const plan = {
    ...emptyNewSlotsValues('UTC', ''),
    kind: 'one',
    where: ' https://call.test ',
  } as const;
  expect(newSlotsBodyOf(plan, true)).toMatchObject({ link: 'https://call.test' });
  expect(newSlotsBodyOf(plan, true)).not.toHaveProperty('place');
  expect(newSlotsBodyOf({ ...plan, where: '' }, false)).toMatchObject({ place: null });
});
