import { Allowance } from './allowance';

/** More pages than a study shows one after the other without a pause. */
export const hellosAtOnce = 5;
const perSecond = 5;
const everyMs = 50;

/**
 * Each hello of a study's page is answered with a port and with its files, which takes memory and time: a
 * study that says it without end has the last one answered only, a few times a second.
 */
export class HelloPace {
  private readonly allowance: Allowance;
  private last: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param clock milliseconds that only go forward */
  constructor(clock?: () => number) {
    this.allowance = new Allowance(hellosAtOnce, perSecond, clock);
  }

  /** Answers now, or later, unless another hello comes before that. */
  take(answer: () => void): void {
    this.last = answer;
    if (this.timer === undefined) this.goOn();
  }

  private goOn = (): void => {
    this.timer = undefined;
    const { last } = this;
    if (!last) return;
    if (this.allowance.isSpent) {
      this.timer = setTimeout(this.goOn, everyMs);
      return;
    }
    this.allowance.spend(1);
    this.last = undefined;
    last();
  };

  stop(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.last = undefined;
  }
}
