import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { minutes } from '../../../../../server/platform/concurrency/clock';
import type { ScheduledJob } from '../../../../../server/platform/messaging/consumer';

/** Shows that a scheduled job of a capability runs in the workers. */
@Injectable()
export class CountBookmarksJob implements ScheduledJob {
  readonly name = 'count-bookmarks';
  readonly everyMs = minutes(1);
  counted: number | undefined;

  constructor(private readonly source: DataSource) {}

  async run(): Promise<number> {
    const [row]: { count: number }[] = await this.source.query(
      `SELECT count(*)::int AS count FROM research.bookmark`,
    );
    this.counted = row?.count;
    return this.counted ?? 0;
  }
}
