import { Injectable } from '@nestjs/common';
import { Deadlines } from './deadlines';
import { SealAgreements } from '../participations/seal-agreements';
import type { Job } from '../../platform/messaging/consumer';

/** Sessions open and close at their dates; leases, offers and runs end at theirs. */
@Injectable()
export class DeadlinesJob implements Job {
  readonly name = 'deadlines';
  readonly everyMs = 1_000;
  constructor(private readonly deadlines: Deadlines) {}

  async run(): Promise<number> {
    // Each, whatever became of the one before.
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

/** New agreements enter their study's hash chain within seconds (docs/domain.md, 3). */
@Injectable()
export class SealJob implements Job {
  readonly name = 'seal';
  readonly everyMs = 2_000;
  constructor(private readonly seal: SealAgreements) {}

  run(): Promise<number> {
    return this.seal.run();
  }
}
