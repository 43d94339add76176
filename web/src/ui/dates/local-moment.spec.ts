/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { fromLocalMoment, toLocalMoment } from './local-moment';

test('an instant is converted to local time and back, to the minute', () => {
  const instant = '2026-11-21T14:30:00.000Z';
  expect(toLocalMoment(instant)).toMatch(/^2026-11-2[012] \d\d:\d\d$/);
  expect(fromLocalMoment(toLocalMoment(instant))).toBe(instant);
});
test('null and the empty text are converted to each other', () => {
  expect(toLocalMoment(null)).toBe('');
  expect(fromLocalMoment('')).toBeNull();
});
test.each(['2026-12-1 9:05', '2026-12-01T09:05', ' 1.12.2026 9:05', '01.12.2026, 09:05'])(
  '“%s” is read as the first of December',
  (typed) => {
    expect(toLocalMoment(fromLocalMoment(typed))).toBe('2026-12-01 09:05');
  },
);
test.each([
  ['2026-', 'incomplete'],
  ['2026-12-01', 'without a time'],
  ['12/1/2026 9:00', 'another day elsewhere'],
  ['2026-02-30 10:00', 'no day of the calendar'],
  ['2026-12-01 24:00', 'no time of a day'],
  ['2026-12-01 10:60', 'no minute'],
])('the typed text “%s” is %s, and is refused', (typed) => {
  expect(fromLocalMoment(typed)).toBeNull();
});
