import { Injectable } from '@nestjs/common';
import { hours } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { ReleaseHolds } from './release-holds';

/**
 * Finds closed sessions whose claimable seats (those whose reward a participant may still get) were
 * never counted, because the event about the closing was lost.
 */
@Injectable()
export class FindClosedSessionsJob implements ScheduledJob {
  readonly name = 'find-closed-sessions';
  readonly everyMs = hours(1);

  constructor(private readonly holds: ReleaseHolds) {}

  run(): Promise<number> {
    return this.holds.findClosed();
  }
}
