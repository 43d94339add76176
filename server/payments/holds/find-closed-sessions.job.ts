import { Injectable } from '@nestjs/common';
import { hours } from '../../platform/concurrency/clock';
import type { Job } from '../../platform/messaging/consumer';
import { ReleaseHolds } from './release-holds';

/** Finds the holds of closed sessions whose event was lost. */
@Injectable()
export class FindClosedSessionsJob implements Job {
  readonly name = 'find-closed-sessions';
  readonly everyMs = hours(1);

  constructor(private readonly holds: ReleaseHolds) {}

  run(): Promise<number> {
    return this.holds.findClosed();
  }
}
