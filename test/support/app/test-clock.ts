import { Clock } from '../../../server/platform/concurrency/clock';

/** A clock that tests can set, injected instead of the system clock. */
export class TestClock extends Clock {
  private offsetMs = 0;
  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
  /** Advances by this number of milliseconds; only code that reads this clock notices. */
  advance(ms: number): void {
    this.offsetMs += ms;
  }
  /** Returns to the system clock. */
  reset(): void {
    this.offsetMs = 0;
  }
}

/**
 * The clock of a shared application: it follows the clock of the present file, if the file has one.
 */
export class FollowingClock extends TestClock {
  private followed: Clock | undefined;
  override now(): Date {
    return this.followed ? this.followed.now() : super.now();
  }
  follow(clock: Clock): void {
    this.followed = clock;
  }
  /** Returns to the system clock, and stops following any other clock. */
  override reset(): void {
    this.followed = undefined;
    super.reset();
  }
}
