import { expectedRecordsOf, minutesAndSecondsOf } from './result.rule';

test('the suggested number of trials is the one that all runs have; otherwise the median and the minimum are suggested', () => {
  expect(expectedRecordsOf(null)).toEqual([]);
  expect(expectedRecordsOf({ least: 7, median: 7, most: 7 })).toEqual([
    { records: 7, which: 'all' },
  ]);
  expect(expectedRecordsOf({ least: 5, median: 7, most: 9 })).toEqual([
    { records: 7, which: 'median' },
    { records: 5, which: 'least' },
  ]);
});

test.each([
  [0, 0, 0],
  [1_240, 0, 1.2],
  [9_990, 0, 10],
  [59_600, 1, 0],
  [125_400, 2, 5],
])('a duration of %d ms is shown as %d min %d s', (ms, minutes, seconds) => {
  expect(minutesAndSecondsOf(ms)).toEqual({ minutes, seconds });
});
