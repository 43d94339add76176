import { hours, addMilliseconds } from '../../platform/concurrency/clock';
import { nextDeliveryAttemptAt, retryPeriodMs } from './retry';

describe('pauses between attempts to deliver a webhook', () => {
  const begin = new Date('2026-03-28T12:00:00Z');
  it.each([0, 0.5, 1])('grow, and end after a day with a last attempt (chance %d)', (chance) => {
    const end = addMilliseconds(begin, retryPeriodMs);
    const attempts = [begin];
    for (let now: Date | null = begin; now;) {
      now = nextDeliveryAttemptAt(attempts.length, now, end, chance);
      if (now) attempts.push(now);
    }
    const pauses = attempts.slice(1).map((at, i) => at.getTime() - (attempts[i]?.getTime() ?? 0));
    expect(attempts.at(-1)).toEqual(end);
    expect(attempts.length).toBeGreaterThan(10);
    expect(pauses.slice(0, 8)).toEqual([...pauses.slice(0, 8)].sort((a, b) => a - b));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(hours(4.8));
  });
});
