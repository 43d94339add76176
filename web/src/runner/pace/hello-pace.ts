import { RefillingAllowance } from './allowance';

/**
 * The number of greetings (the first message of each page of a study) that are answered without a
 * pause. No proper study opens more pages in such a short time.
 */
export const helloBurstSize = 5;
const perSecond = 5;
const everyMs = 50;

/**
 * Limits how often the page around a study answers the greetings, with which the study's pages ask
 * for a message port. Each answer contains a port and the loaded files, which takes memory and
 * time. If a study greets without end, only its last greeting is answered, a few times per second.
 */
export class HelloMessagePace {
  private readonly allowance: RefillingAllowance;
  private last: (() => void) | undefined;
  private timer: ReturnType<typeof setTimeout> | undefined;

  /** @param clock returns the time of a monotonic clock, in milliseconds */
  constructor(clock?: () => number) {
    this.allowance = new RefillingAllowance(helloBurstSize, perSecond, clock);
  }

  /** Answers a greeting now or later; a later answer is dropped if another greeting comes first. */
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
