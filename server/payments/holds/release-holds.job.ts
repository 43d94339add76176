import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { ReleaseHolds } from './release-holds';

@Injectable()
export class ReleaseHoldsJob implements ScheduledJob {
  readonly name = 'release-holds';
  readonly everyMs = minutes(1);

  constructor(private readonly holds: ReleaseHolds) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM research.session_hold
      WHERE counted_on < (${now} AT TIME ZONE 'UTC')::date AND NOT is_settled)`;
  }

  run(): Promise<number> {
    return this.holds.run();
  }
}
