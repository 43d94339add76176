import { Injectable } from '@nestjs/common';
import { ExportWork } from '../export-state';
import { minutes } from '../../platform/concurrency/clock';
import type { Job } from '../../../workers/consumer';

/** Copies that were kept long enough lose their bytes, and open pages are told. */
@Injectable()
export class ExpireCopiesJob implements Job {
  readonly name = 'expire-copies';
  readonly everyMs = minutes(5);
  constructor(private readonly work: ExportWork) {}

  async run(): Promise<number> {
    let count = 0;
    for (let some = await this.work.expire(); some > 0; some = await this.work.expire())
      count += some;
    return count;
  }
}
