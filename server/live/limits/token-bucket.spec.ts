import { printSeededRandom } from '../../../test/support/chance/seeded';
import { TokenBucket } from './token-bucket';

describe('rate limiter of live connections', () => {
  it('admits a burst immediately, and delays further messages', () => {
    const pace = new TokenBucket({ atOnce: 3, perSecond: 20 });
    expect([1, 2, 3, 4, 5].map(() => pace.take(1_000))).toEqual([0, 0, 0, 50, 100]);
  });

  it('refills after a quiet time up to its burst size', () => {
    const pace = new TokenBucket({ atOnce: 2, perSecond: 10 });
    pace.take(0);
    pace.take(0);
    expect(pace.isFull(199)).toBe(false);
    expect(pace.isFull(200)).toBe(true);
    expect([1, 2, 3].map(() => pace.take(60_000))).toEqual([0, 0, 100]);
  });

  it('never admits more in any second than burst and rate allow', () => {
    const { random } = printSeededRandom('the moments of the messages');
    const rate = { atOnce: 5, perSecond: 20 };
    const pace = new TokenBucket(rate);
    let now = 0;
    const through = Array.from({ length: 500 }, () => {
      now += random() * 60;
      return now + pace.take(now);
    });
    for (const from of through)
      expect(
        through.filter((at) => at >= from && at < from + 1_000 - 1e-6).length,
      ).toBeLessThanOrEqual(rate.atOnce + rate.perSecond);
  });
});
