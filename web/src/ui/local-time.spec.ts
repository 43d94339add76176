/** @jest-environment node */
import { fromLocalInput, toLocalInput } from './local-time';

test('an instant goes to the clock of the person looking and back, to the minute', () => {
  const instant = '2026-11-21T14:30:00.000Z';
  expect(toLocalInput(instant)).toMatch(/^2026-11-2[012]T\d\d:\d\d$/);
  expect(fromLocalInput(toLocalInput(instant))).toBe(instant);
});
test('nothing is nothing', () => {
  expect(toLocalInput(null)).toBe('');
  expect(fromLocalInput('')).toBeNull();
  expect(fromLocalInput('2026-')).toBeNull();
});
