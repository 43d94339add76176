import { placesOf } from './places.rule';

it('columns are sent as ranges', () => {
  expect(placesOf([7, 2, 1, 3, 9, 10])).toBe('1-3,7,9-10');
  expect(placesOf([])).toBe('');
});
