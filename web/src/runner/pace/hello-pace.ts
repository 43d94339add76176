import { Allowance } from './allowance';

/** More pages than a study opens one after the other without a pause. */
export const hellosAtOnce = 5;
const perSecond = 5;
const everyMs = 50;

/**
 * Each greeting (hello) of a study's page is answered with a port and with its files, which takes memory and time: if a study greets
 * without end, only its last greeting is answered, a few times a second.
 */
export class HelloPace {
  private readonly allowance: Allowance;
  private last: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param clock milliseconds that only increase */
  constructor(clock?: () => number) {
    this.allowance = new Allowance(hellosAtOnce, perSecond, clock);
  }

  /** Answers a greeting immediately, or later unless the next greeting comes first. */
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
