import { columnRangesOf } from './places.rule';

it('the places of values in a file are sent as ranges of columns', () => {
  expect(columnRangesOf([7, 2, 1, 3, 9, 10])).toBe('1-3,7,9-10');
  expect(columnRangesOf([])).toBe('');
});
