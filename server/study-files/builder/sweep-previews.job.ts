import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, minutes } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { isExpiredPreviewSql } from './end-previews';

const atOnce = 500;
/** SQL for previews without a valid address; $1 is the current time. */
const over = isExpiredPreviewSql('v', '$1::timestamptz');

/**
 * Deletes versions that were made for previews in the timeline builder, once their last address has
 * expired. The cleanup job of stored files deletes contents to which nothing else refers.
 */
@Injectable()
export class SweepPreviewsJob implements ScheduledJob {
  readonly name = 'builder-previews';
  readonly everyMs = minutes(30);

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @returns how many previews were deleted */
  async run(): Promise<number> {
    const now = this.clock.now();
    const found: { id: string }[] = await this.source.query(
      `SELECT v.id FROM research.study_version v WHERE ${over} LIMIT ${atOnce}`,
      [now],
    );
    let removed = 0;
    for (const { id } of found) if (await this.remove(id, now)) removed++;
    return removed;
  }

  /**
   * Deletes a preview if it still has no valid address. First locks the version, then checks its
   * addresses in a second statement. While the first statement waits for the lock, another
   * transaction may give the version a new address, which only a later statement sees.
   */
  private remove(id: string, now: Date): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      await tx.query('SELECT id FROM research.study_version WHERE id = $1 FOR UPDATE', [id]);
      const gone = await tx.query<{ id: string }>(
        `DELETE FROM research.study_version v WHERE ${over} AND v.id = $2 RETURNING v.id`,
        [now, id],
      );
      return gone.length > 0;
    });
  }
}
