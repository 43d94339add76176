import { TestClock } from '../../../support/app/test-clock';

export const dayMs = 86_400_000;

/**
 * A clock that moves only when the test sets it. The test simulates two histories (worlds) that
 * differ only in what must stay secret. Both histories have the same times, so that the test can
 * compare them.
 */
export class ManualClock extends TestClock {
  private at: number;
  constructor(at: Date) {
    super();
    this.at = at.getTime();
  }
  override now(): Date {
    return new Date(this.at);
  }
  override advance(ms: number): void {
    this.at += ms;
  }
  set(at: Date): void {
    this.at = at.getTime();
  }
}

/**
 * Returns the start of the simulated day, in milliseconds: three days ahead of the sign-ins, which
 * use the clock of the machine.
 */
export const playedDay = (): number => Math.floor(Date.now() / dayMs) * dayMs + 3 * dayMs;
