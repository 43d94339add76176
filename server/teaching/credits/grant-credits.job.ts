import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { hasDueCreditsSql } from './due-credits';
import { GrantCredits } from './grant-credits';

@Injectable()
export class GrantCreditsJob implements ScheduledJob {
  readonly name = 'grant-credits';
  readonly everyMs = minutes(1);

  constructor(private readonly credits: GrantCredits) {}

  isDue(now: string): string {
    return hasDueCreditsSql(`(${now} AT TIME ZONE 'UTC')::date`);
  }

  run(): Promise<number> {
    return this.credits.run();
  }
}
