import { retryAfterSeconds } from './retry-after';

/**
 * Whether a value is a whole number of seconds that is at least the given time, and at most half a
 * minute longer.
 */
const isInTime = (value: number, seconds: number): boolean =>
  Number.isInteger(value) && value >= seconds && value <= Math.ceil(seconds) + 30;

describe('The header Retry-After', () => {
  const told = (seconds: number) =>
    Array.from({ length: 2_000 }, (_, i) => retryAfterSeconds(seconds, () => i / 2_000));

  it('is a whole number of seconds, and never too early', () => {
    for (const seconds of [0, 0.2, 1, 7.5, 30, 600, 86_400])
      expect(told(seconds).filter((value) => !isInTime(value, Math.max(1, seconds)))).toEqual([]);
  });

  it.each([
    [1, 4],
    [30, 4],
    [600, 31],
    [86_400, 31],
  ])('of %s seconds is spread evenly over %s values', (seconds, moments) => {
    const counts = new Map<number, number>();
    for (const value of told(seconds)) counts.set(value, (counts.get(value) ?? 0) + 1);
    expect(counts.size).toBe(moments);
    for (const count of counts.values()) expect(count).toBeLessThan((2_000 / moments) * 1.1);
  });
});
