import { Injectable } from '@nestjs/common';
import type { Job } from '../../platform/messaging/consumer';
import { SealEntries } from './seal-entries';

@Injectable()
export class SealEntriesJob implements Job {
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
