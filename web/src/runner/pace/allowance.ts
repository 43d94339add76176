/**
 * Limits a rate. It holds an amount that a caller may spend at once, and that refills over time.
 */
export class RefillingAllowance {
  private left: number;
  private countedAt: number;

  /** @param clock returns the time of a monotonic clock, in milliseconds */
  constructor(
    private readonly most: number,
    private readonly perSecond: number,
    private readonly clock: () => number = () => performance.now(),
  ) {
    this.left = most;
    this.countedAt = clock();
  }

  get isSpent(): boolean {
    const now = this.clock();
    this.left = Math.min(this.most, this.left + ((now - this.countedAt) / 1000) * this.perSecond);
    this.countedAt = now;
    return this.left < 1;
  }
  /**
   * Spends an amount, which may be more than is left. In that case nothing else can be spent until
   * the allowance has refilled above zero.
   */
  spend(cost: number): void {
    this.left -= cost;
  }
}
