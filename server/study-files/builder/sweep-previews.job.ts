import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { Clock, minutes } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { Job } from '../../platform/messaging/consumer';
import { isEndedPreview } from './end-previews';

const atOnce = 500;
/** Parameter $1 is the current time. */
const over = isEndedPreview('v', '$1::timestamptz');

/**
 * Deletes the versions of previews in the builder when their last address has expired. The cleanup job of stored
 * files deletes their contents, if nothing else refers to them.
 */
@Injectable()
export class SweepPreviewsJob implements Job {
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
   * Locks the version first and checks it again in a second statement: only a later statement sees a new address that
   * another transaction committed while it held the lock.
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
