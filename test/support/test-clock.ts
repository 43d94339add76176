import { Clock } from '../../server/platform/concurrency/clock';

/** A clock that tests can set, injected instead of the system clock. */
export class TestClock extends Clock {
  private offsetMs = 0;
  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
  /** Advances by so many milliseconds; only code that reads this clock notices. */
  advance(ms: number): void {
    this.offsetMs += ms;
  }
  /** Returns to the system clock. */
  reset(): void {
    this.offsetMs = 0;
  }
}
