import { isPlausibleDuration, minPlausibleSeconds } from './plausible-minutes';

const second = 1 / 60;

it.each([
  [second, 20, false],
  [1.9, 20, false],
  [2, 20, true],
  [45, 20, true],
  [0.1, 1, true],
  [5.9 * second, 1, false],
  [0, 0, false],
  [4 * second, 0.5, false],
])(
  'a measured median of %d minutes is plausible for a stated duration of %d minutes: %s',
  (measured, stated, expected) => expect(isPlausibleDuration(measured, stated)).toBe(expected),
);

it('a few seconds are never plausible, and every duration above a plausible one is plausible', () => {
  for (let stated = 1; stated <= 600; stated += 7) {
    expect(isPlausibleDuration((minPlausibleSeconds - 1) / 60, stated)).toBe(false);
    const answers = Array.from({ length: 200 }, (_, n) => isPlausibleDuration(n * 0.5, stated));
    expect(answers.indexOf(true)).toBe(answers.lastIndexOf(false) + 1);
  }
});
