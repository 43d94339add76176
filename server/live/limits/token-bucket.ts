export interface TokenBucketRate {
  /** How many requests may come at once without having to wait. */
  atOnce: number;
  /** How many further requests per second need not wait, once `atOnce` requests have come. */
  perSecond: number;
}

/**
 * A token bucket whose state is a single number: the time at which it will be full again (GCRA).
 */
export class TokenBucket {
  private fullAt = 0;

  constructor(private readonly rate: TokenBucketRate) {}

  /**
   * Takes one token. If none is left, reserves the next future one.
   * @param now milliseconds of a monotonic clock
   * @returns for how many milliseconds the caller must wait; 0 if a token was available
   */
  take(now: number): number {
    const { atOnce, perSecond } = this.rate;
    this.fullAt = Math.max(this.fullAt, now) + 1000 / perSecond;
    return Math.max(0, this.fullAt - now - (atOnce * 1000) / perSecond);
  }

  isFull(now: number): boolean {
    return this.fullAt <= now;
  }
}
