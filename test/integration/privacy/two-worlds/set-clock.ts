import { TestClock } from '../../../support/app/test-clock';

export const day = 86_400_000;

/** A clock that does not move by itself: what happens at one moment in two worlds has the same time. */
export class SetClock extends TestClock {
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

/** The played day: ahead of the sign-ins, which use the clock of the machine. */
export const playedDay = (): number => Math.floor(Date.now() / day) * day + 3 * day;
