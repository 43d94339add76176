import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { CAPABILITIES } from '../capabilities-token';
import type { Capabilities } from '../context/capabilities';
import { Clock, days, hours, addMilliseconds, minutes } from '../concurrency/clock';
import { UnitOfWork } from '../db/unit-of-work';
import type { ScheduledJob } from '../messaging/consumer';
import { Storage } from './storage';
import { StoredFile } from './stored-file.entity';

/**
 * A content is deleted only if no row refers to it and it was last stored longer ago than this. A
 * request may store a content some minutes before it writes the row that refers to the content.
 */
const spared = days(1);
/**
 * The bytes of an unfinished upload are deleted this long after the last piece arrived. The upload
 * expires 24 hours after its creation (contracts/resources/limits.ts), so it has ended by then.
 */
export const unfinishedUploadMs = hours(25);
const atOnce = 500;

/** Deletes contents to which nothing refers, and unfinished uploads. */
@Injectable()
export class SweepStoredFilesJob implements ScheduledJob {
  readonly name = 'stored-files';
  readonly everyMs = minutes(30);

  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly storage: Storage,
    private readonly clock: Clock,
    @Inject(CAPABILITIES) private readonly capabilities: Pick<Capabilities, 'keeps'>,
  ) {}

  /** @returns how many contents were deleted */
  async run(): Promise<number> {
    const before = addMilliseconds(this.clock.now(), -spared);
    const unused = unusedSql(this.capabilities);
    const found: { sha256: string }[] = await this.source.query(
      `SELECT kept.sha256 FROM platform.stored_file kept WHERE ${unused} LIMIT ${atOnce}`,
      [before],
    );
    let removed = 0;
    for (const { sha256 } of found) if (await this.remove(sha256, unused, before)) removed++;
    await this.clearArriving(addMilliseconds(this.clock.now(), -unfinishedUploadMs));
    return removed;
  }

  /**
   * Deletes the bytes while the content's row is locked. Two things may happen at the same time:
   * - A request stores the same content: it waits for the lock, and then writes the bytes again.
   * - A transaction writes a row that refers to the content: then the foreign key forbids the
   *   deletion, or the DELETE finds no row because `touched_at` is new.
   */
  private async remove(sha256: string, unused: string, before: Date): Promise<boolean> {
    try {
      return await this.unitOfWork.run(async (tx) => {
        const gone = await tx.query<{ sha256: string }>(
          `DELETE FROM platform.stored_file kept WHERE ${unused} AND kept.sha256 = $2 RETURNING kept.sha256`,
          [before, sha256],
        );
        if (gone.length > 0) await this.storage.remove(sha256);
        return gone.length > 0;
      });
    } catch (error) {
      if (isReferred(error)) return false;
      throw error;
    }
  }

  private async clearArriving(before: Date): Promise<void> {
    for (const name of await readdir(this.storage.arriving).catch(() => [])) {
      const path = join(this.storage.arriving, name);
      const left = await stat(path).catch(() => undefined);
      if (left && left.mtime < before) await rm(path, { force: true });
    }
  }
}

/**
 * SQL condition for contents that may be deleted: nothing refers to them, and they were last stored
 * before the time $1.
 */
const unusedSql = (capabilities: Pick<Capabilities, 'keeps'>): string =>
  `kept.touched_at < $1::timestamptz AND ${unreferencedContentSql(capabilities)}`;

/**
 * SQL condition: no row refers to the stored content `kept`, an alias of platform.stored_file. $1
 * is the current time.
 */
export const unreferencedContentSql = ({ keeps }: Pick<Capabilities, 'keeps'>): string =>
  `(${[
    'true',
    ...keeps
      .filter(({ of }) => of === StoredFile)
      .map(({ exists }) => `NOT EXISTS (SELECT 1 ${exists})`),
  ].join(' AND ')})`;

const isReferred = (error: unknown): boolean => (error as { code?: string }).code === '23503';
