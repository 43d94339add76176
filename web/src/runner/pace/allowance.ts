/** An amount that may be spent immediately, and that is refilled bit by bit. */
export class Allowance {
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
  /** Spends a cost, which may be more than is left: then the debt must be refilled before anything else is spent. */
  spend(cost: number): void {
    this.left -= cost;
  }
}
