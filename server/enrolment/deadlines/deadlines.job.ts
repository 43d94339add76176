import { Injectable } from '@nestjs/common';
import { DeadlineEnforcer, isAnyDeadlineOverSql } from './deadlines';
import type { ScheduledJob } from '../../platform/messaging/consumer';

/** Opens and closes sessions at their dates; ends unused seats, offers and runs at their deadlines. */
@Injectable()
export class DeadlinesJob implements ScheduledJob {
  readonly name = 'deadlines';
  readonly everyMs = 1_000;
  readonly isDue = isAnyDeadlineOverSql;
  constructor(private readonly deadlines: DeadlineEnforcer) {}

  async run(): Promise<number> {
    // A step that fails must not keep the others from running.
    const failures: unknown[] = [];
    let count = 0;
    for (const end of [
      () => this.deadlines.openSessions(),
      () => this.deadlines.closeSessions(),
      () => this.deadlines.endOverdue(),
    ]) {
      await end().then(
        (ended) => (count += ended),
        (error: unknown) => failures.push(error),
      );
    }
    if (failures.length > 0) throw failures[0];
    return count;
  }
}
