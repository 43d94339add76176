import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { StoreRareValues } from './keep-rare-values';

@Injectable()
export class CompareRareValuesJob implements ScheduledJob {
  readonly name = 'compare-runs';
  readonly everyMs = minutes(1);
  constructor(private readonly values: StoreRareValues) {}

  isDue(): string {
    return 'EXISTS (SELECT FROM research.run_log WHERE values_through < through)';
  }

  run(): Promise<number> {
    return this.values.sealed();
  }
}
