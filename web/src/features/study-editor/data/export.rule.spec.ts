import { leftOutReasonsOf } from './export.rule';

test('only reasons for which something was left out are listed', () => {
  expect(leftOutReasonsOf(null)).toEqual([]);
  expect(leftOutReasonsOf({ unfinished: 2, day_not_over: 0, withdrawn: 1, damaged: 0 })).toEqual([
    { reason: 'unfinished', count: 2 },
    { reason: 'withdrawn', count: 1 },
  ]);
});
