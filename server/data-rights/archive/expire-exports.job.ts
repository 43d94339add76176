import { Injectable } from '@nestjs/common';
import { ExportStateStore } from '../export-state';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';

/** Deletes the bytes of expired exports, and updates the owners' open pages. */
@Injectable()
export class ExpireExportsJob implements ScheduledJob {
  readonly name = 'expire-copies';
  readonly everyMs = minutes(5);
  constructor(private readonly exportState: ExportStateStore) {}

  async run(): Promise<number> {
    let count = 0;
    for (
      let some = await this.exportState.expire();
      some > 0;
      some = await this.exportState.expire()
    )
      count += some;
    return count;
  }
}
