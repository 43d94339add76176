import { Injectable } from '@nestjs/common';
import { minutes } from '../../platform/concurrency/clock';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { hasOutdatedExportsSql, StudyExportState } from './export-state';

/**
 * Deletes the bytes of exports that contain withdrawn data. From the withdrawal on, the server
 * refuses to send these exports.
 */
@Injectable()
export class DeleteOutdatedExportsJob implements ScheduledJob {
  readonly name = 'forget-outdated-exports';
  readonly everyMs = minutes(1);
  constructor(private readonly exportState: StudyExportState) {}

  isDue(): string {
    return hasOutdatedExportsSql;
  }

  async run(): Promise<number> {
    let count = 0;
    for (
      let some = await this.exportState.forget();
      some > 0;
      some = await this.exportState.forget()
    )
      count += some;
    return count;
  }
}
