/** Limits a rate: holds an amount that may be spent at once, and that refills over time. */
export class RefillingAllowance {
  private left: number;
  private countedAt: number;

  /** @param clock milliseconds that only increase */
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
   * Spends a cost. The cost may be more than is left; then nothing else can be spent until the
   * amount has refilled above zero.
   */
  spend(cost: number): void {
    this.left -= cost;
  }
}
