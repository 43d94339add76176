/** The limits of a budget that several participants share. */
export interface CostBounds {
  /** How much may be spent per second in the long run. */
  readonly perSecond: number;
  /** How much may be spent in one burst, after a pause. */
  readonly most: number;
}

interface Account {
  credit: number;
  /** The time up to which credit was added to the account, in milliseconds. */
  at: number;
}

/**
 * After this many milliseconds without a request, a participant's share of the budget is removed.
 * If the participant has spent more than this share, the time begins when the debt is paid.
 */
const forgottenAfter = 60_000;
/**
 * The pause between two searches for participants whose shares are to be removed, in milliseconds.
 */
const lookedForEach = 5_000;

/**
 * A budget that its members share equally. What a member spends beyond their own share becomes
 * their debt, and does not delay the others. The cost of a task is known only when the task is
 * done, so a task may cost more than the remaining credit; the credit is then below zero.
 */
export class FairShareBudget {
  private readonly all: Account;
  private readonly shares = new Map<string, Account>();
  private lookedAt: number;

  constructor(
    private readonly bounds: CostBounds,
    now: number,
  ) {
    this.all = { credit: bounds.most, at: now };
    this.lookedAt = now;
  }

  /** Returns the milliseconds until this participant may spend again; 0 if they may spend now. */
  waitMs(who: string, now: number): number {
    if (now - this.lookedAt >= lookedForEach) this.forget(now);
    const own = this.shareOf(who, now);
    const { perSecond, most } = this.bounds;
    fill(this.all, this.bounds, now);
    const parts = this.shares.size;
    fill(own, { perSecond: perSecond / parts, most: most / parts }, now);
    return Math.max(untilAny(this.all.credit, perSecond), untilAny(own.credit, perSecond / parts));
  }

  spend(who: string, cost: number, now: number): void {
    this.shareOf(who, now).credit -= cost;
    this.all.credit -= cost;
  }

  /**
   * Whether the budget is full and no participant has a share. The caller may then drop this
   * object, because a new budget would be equal.
   */
  isIdle(now: number): boolean {
    this.forget(now);
    fill(this.all, this.bounds, now);
    return this.shares.size === 0 && this.all.credit >= this.bounds.most;
  }

  private shareOf(who: string, now: number): Account {
    const known = this.shares.get(who);
    if (known) return known;
    const made = { credit: this.bounds.most / (this.shares.size + 1), at: now };
    this.shares.set(who, made);
    return made;
  }

  /**
   * Removes the shares of participants who have not made requests for some time. A share is removed
   * only when its debt is paid, so that a participant who leaves in debt and returns still has the
   * debt.
   */
  private forget(now: number): void {
    this.lookedAt = now;
    const { perSecond } = this.bounds;
    for (const [who, { credit, at }] of this.shares) {
      const paidBy = at + untilAny(credit, perSecond / this.shares.size);
      if (now - paidBy >= forgottenAfter) this.shares.delete(who);
    }
  }
}

function fill(account: Account, { perSecond, most }: CostBounds, now: number): void {
  const since = Math.max(0, now - account.at);
  account.credit = Math.min(most, account.credit + (since * perSecond) / 1_000);
  account.at = Math.max(account.at, now);
}

const untilAny = (credit: number, perSecond: number): number =>
  credit > 0 ? 0 : Math.ceil(((1 - credit) * 1_000) / perSecond);
