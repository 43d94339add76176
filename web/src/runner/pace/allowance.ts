/** What may be spent at once, and comes back bit by bit. */
export class Allowance {
  private left: number;
  private countedAt: number;

  /** @param clock milliseconds that only go forward */
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
  /** More than there is has to come back before anything else is spent. */
  spend(cost: number): void {
    this.left -= cost;
  }
}
