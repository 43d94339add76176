import { Injectable } from '@nestjs/common';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { ApplyOrDropPendingDecisions } from './settle-decisions';

/**
 * Applies or discards the decisions that were postponed to the next day. It finds rows only in the first seconds of a
 * day (UTC).
 */
@Injectable()
export class ApplyOrDropPendingDecisionsJob implements ScheduledJob {
  readonly name = 'settle-decisions';
  readonly everyMs = 10_000;
  constructor(private readonly decisions: ApplyOrDropPendingDecisions) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM research.pending_decision
      WHERE judged_on <= (${now} AT TIME ZONE 'UTC')::date)`;
  }

  run(): Promise<number> {
    return this.decisions.settle();
  }
}
