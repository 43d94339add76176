import { aRun, rosterEntry } from '../../../test/shown-session';
import { matchesPeopleFilter, unlistedRuns, peopleFilters, participantRowsOf } from './people.rule';

const seen = { runsHere: true, isWhole: true, minutes: { median: 10, people: 12 } };
const took = (n: number, minutes: number | null, state = 'completed' as const) => ({
  ...rosterEntry(n, state),
  minutes,
});

test('a participant’s last run is shown, whatever the order of the lists', () => {
  const runs = [
    aRun(3, { tag: '2'.repeat(16), attempt: 2 }),
    aRun(1),
    aRun(2, { tag: '2'.repeat(16), attempt: 1, state: 'ended', errors: 4 }),
  ];
  const people = participantRowsOf([took(2, 9), took(1, 11)], runs, seen);
  expect(people.map(({ run }) => run?._id.at(-1))).toEqual(['3', '1']);
  expect(people.map(({ flags }) => flags)).toEqual([[], []]);
  expect(unlistedRuns(people, runs).map(({ _id }) => _id.at(-1))).toEqual(['2']);
});

test('the filter "clean" shows undecided participants with data and without a flag', () => {
  const runs = [aRun(1), aRun(2, { errors: 1 }), aRun(3)];
  const people = participantRowsOf(
    [
      took(1, 10),
      took(2, 10),
      { ...rosterEntry(3, 'started') },
      took(4, null),
      rosterEntry(5, 'rejected'),
    ],
    runs,
    seen,
  );
  const found = peopleFilters.map((filter) =>
    people.filter((one) => matchesPeopleFilter(one, filter, true)).map(({ _id }) => _id[0]),
  );
  expect(found).toEqual([['1', '2', '3', '4', '5'], ['1', '2', '4'], ['2'], ['1']]);
  for (const one of people)
    if (matchesPeopleFilter(one, 'clean', true))
      expect(matchesPeopleFilter(one, 'look', true)).toBe(false);
});
