import { Injectable } from '@nestjs/common';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { SealEntries } from './seal-entries';

@Injectable()
export class SealEntriesJob implements ScheduledJob {
  readonly name = 'seal-ledger';
  readonly everyMs = 2_000;

  constructor(private readonly entries: SealEntries) {}

  isDue(): string {
    return 'EXISTS (SELECT FROM ledger.unsealed)';
  }

  run(): Promise<number> {
    return this.entries.run();
  }
}
