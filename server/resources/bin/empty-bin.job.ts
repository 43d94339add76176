import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { resourcesLimits } from '../../../contracts/resources/limits';
import { Clock, days, addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { lockStorageQuota } from '../../studies/contents/storage-turn';
import { deleteForGood } from './delete-for-good';

const atOnce = 500;

/** Permanently deletes items that have been in the bin for thirty days. */
@Injectable()
export class EmptyBinJob implements ScheduledJob {
  readonly name = 'empty-bin';
  readonly everyMs = minutes(10);

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  isDue(now: string): string {
    return `EXISTS (SELECT FROM research.resource WHERE deleted_at <= ${now} - interval '${resourcesLimits.binDays * 24} hours')`;
  }

  /**
   * Deletes the items in the bin one by one. If an item cannot be deleted, such as a folder too
   * large for one statement, continues with the next item.
   * @returns how many items were deleted, not counting the content of folders
   * @throws the first error, after all other items were deleted
   */
  async run(): Promise<number> {
    const before = addMilliseconds(this.clock.now(), -days(resourcesLimits.binDays));
    const found: { id: string; owner_id: string }[] = await this.source.query(
      `SELECT id, owner_id FROM research.resource WHERE deleted_at <= $1 ORDER BY deleted_at LIMIT ${atOnce}`,
      [before],
    );
    let deleted = 0;
    const errors: unknown[] = [];
    for (const one of found)
      try {
        if (await this.delete(one, before)) deleted++;
      } catch (error) {
        errors.push(error);
      }
    if (errors.length > 0) throw errors[0];
    return deleted;
  }

  /**
   * Deletes an item if it is still in the bin: it may have been restored meanwhile, so this is
   * checked again under the lock on the owner's files.
   */
  private delete(one: { id: string; owner_id: string }, before: Date): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      await lockStorageQuota(tx, one.owner_id);
      const [due] = await tx.query<{ id: string }>(
        'SELECT id FROM research.resource WHERE id = $1 AND deleted_at <= $2',
        [one.id, before],
      );
      if (due) await deleteForGood(tx, one, this.clock.now());
      return due !== undefined;
    });
  }
}
