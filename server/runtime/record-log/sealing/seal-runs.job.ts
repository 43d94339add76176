import { Injectable } from '@nestjs/common';
import { minutes } from '../../../platform/concurrency/clock';
import type { ScheduledJob } from '../../../platform/messaging/consumer';
import { SealRuns } from './seal-runs';

@Injectable()
export class SealRunsJob implements ScheduledJob {
  readonly name = 'seal-runs';
  readonly everyMs = minutes(1);
  constructor(private readonly runs: SealRuns) {}

  isDue(): string {
    return 'EXISTS (SELECT FROM research.run_chunk)';
  }

  run(): Promise<number> {
    return this.runs.run();
  }
}
