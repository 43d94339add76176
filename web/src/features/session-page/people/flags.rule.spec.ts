import { aRun, rosterEntry } from '../../../test/shown-session';
import { participantRowsOf } from './people.rule';

const seen = { runsHere: true, isWhole: true, minutes: { median: 10, people: 12 } };
const took = (n: number, minutes: number | null, state = 'completed' as const) => ({
  ...rosterEntry(n, state),
  minutes,
});

test('flags mark errors, missing data, pace and attention', () => {
  const runs = [
    aRun(1, { errors: 2, focus_lost: 3 }),
    aRun(2, { few_records: true, lost: 1 }),
    aRun(3, { fast: true }),
    aRun(5, { no_records: true, few_records: true, records: 1 }),
  ];
  const people = participantRowsOf(
    [1, 2, 3, 4, 5].map((n) => took(n, 10)),
    runs,
    seen,
  );
  expect(people.map(({ flags }) => flags.map(({ kind }) => kind))).toEqual([
    ['errors', 'focus_lost'],
    ['lost', 'few'],
    ['fast'],
    ['no_data'],
    ['none'],
  ]);
});

test('missing data is not flagged before all runs are loaded, or if runs are not listed', () => {
  const of = (more: object, minutes: number | null) =>
    participantRowsOf([took(1, minutes)], [], { ...seen, ...more })[0]?.flags;
  expect(of({}, 10)).toEqual([{ kind: 'no_data' }]);
  expect(of({ isWhole: false }, 10)).toEqual([]);
  expect(of({ runsHere: false }, 10)).toEqual([]);
  // The roster of an anonymous session contains no minutes. Without minutes, missing data is not
  // flagged.
  expect(of({}, null)).toEqual([]);
});

test('in an external study of at least ten people, less than half of the median is flagged as fast', () => {
  const fast = (minutes: number, people: number) =>
    participantRowsOf([took(1, minutes)], [], {
      ...{ runsHere: false, isWhole: true, minutes: { median: 10, people } },
    })[0]?.flags.length === 1;
  expect([fast(4.9, 10), fast(5, 10), fast(4.9, 9)]).toEqual([true, false, false]);
});
