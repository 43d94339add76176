/**
 * So many messages of a study are taken at once: more than a whole study makes that hands over all of its
 * rows at its end. Whoever sends more has the others taken bit by bit, so that the page around it goes on
 * sending, and its buttons answer.
 */
export const atOnce = 20_000;
const perSecond = 1_000;
const everyMs = 50;

/** The messages of a study in their order, no faster than the page takes them. None is lost. */
export class MessagePace {
  private left = atOnce;
  private countedAt: number;
  private waiting: (() => void)[] = [];
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param clock milliseconds that only go forward */
  constructor(private readonly clock: () => number = () => performance.now()) {
    this.countedAt = clock();
  }

  /** Does it now, or in its turn. */
  take(act: () => void): void {
    if (this.timer === undefined && this.mayGo()) return act();
    this.waiting.push(act);
    this.timer ??= setTimeout(this.goOn, everyMs);
  }

  private mayGo(): boolean {
    const now = this.clock();
    this.left = Math.min(atOnce, this.left + ((now - this.countedAt) / 1000) * perSecond);
    this.countedAt = now;
    if (this.left < 1) return false;
    this.left -= 1;
    return true;
  }

  private goOn = (): void => {
    const { waiting } = this;
    let done = 0;
    // One of them may be the last.
    while (this.waiting === waiting && done < waiting.length && this.mayGo()) waiting[done++]?.();
    if (this.waiting !== waiting) return;
    waiting.splice(0, done);
    this.timer = waiting.length > 0 ? setTimeout(this.goOn, everyMs) : undefined;
  };

  /** What waits is not taken any more. */
  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.waiting = [];
  }
}
