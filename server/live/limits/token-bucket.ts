export interface TokenBucketRate {
  /** How many requests are let through immediately. */
  atOnce: number;
  /** How many requests per second are let through after those. */
  perSecond: number;
}

/** A token bucket that is one number: the time at which it is full again (GCRA). */
export class TokenBucket {
  private fullAt = 0;

  constructor(private readonly rate: TokenBucketRate) {}

  /**
   * Takes one token, if necessary a future one.
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
