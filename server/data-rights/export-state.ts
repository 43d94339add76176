import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { dataRightsLimits } from '../../contracts/data-rights/limits';
import { Clock, days, addMilliseconds } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { Secrets } from '../platform/security/secrets';
import { deleteExportParts } from './delete-parts';

export interface ExportAttempt {
  account_id: string;
  language: string;
  tries: number;
}
/**
 * An attempt to build an export. Only the latest attempt may write; writes of an earlier attempt
 * are refused.
 */
export interface ExportAttemptKey {
  exportId: string;
  tries: number;
}

/** How many exports one statement deletes, since each may have thousands of parts. */
const atOnce = 20;

/**
 * Changes the state of an export while a worker builds it. Each step checks that the export still
 * exists, and that no later attempt has begun.
 */
@Injectable()
export class ExportStateStore {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Begins an attempt: counts it, and deletes the parts of the previous attempt.
   * @returns undefined if the export was deleted, is finished, or was given up
   */
  async begin(exportId: string): Promise<ExportAttempt | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const [begun] = await tx.query<ExportAttempt>(
        `UPDATE identity.export e SET state = 'running', progress = 0, tries = e.tries + 1 FROM identity.person a
         WHERE e.id = $1 AND a.id = e.account_id AND e.state IN ('waiting', 'running') RETURNING e.account_id, a.language, e.tries`,
        [exportId],
      );
      if (begun && begun.tries > 1) await deleteExportParts(tx, [exportId]);
      return begun;
    });
  }

  /**
   * Stores the progress.
   * @returns false if the export was deleted, or if another attempt has begun
   */
  async advance({ exportId, tries }: ExportAttemptKey, progress: number): Promise<boolean> {
    const rows = await this.unitOfWork.run((tx) =>
      tx.query(
        `UPDATE identity.export SET progress = $3 WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING id`,
        [exportId, tries, progress],
      ),
    );
    return rows.length > 0;
  }

  /**
   * Encrypts and stores the next part. The export's row is locked, so that no other attempt begins
   * at the same time.
   * @returns false if the export was deleted, or if another attempt has begun
   */
  keep({ exportId, tries }: ExportAttemptKey, firstByte: number, bytes: Buffer): Promise<boolean> {
    const id = randomUUID();
    return this.unitOfWork.run(async (tx) => {
      const [wanted] = await tx.query(
        `SELECT id FROM identity.export WHERE id = $1 AND state = 'running' AND tries = $2 FOR NO KEY UPDATE`,
        [exportId, tries],
      );
      if (!wanted) return false;
      await tx.as('commonlab_link');
      await tx.query(
        `INSERT INTO identity.export_part (export_id, first_byte, id, bytes) VALUES ($1, $2, $3, $4)`,
        [exportId, firstByte, id, this.secrets.seal('export-part', id, bytes)],
      );
      return true;
    });
  }

  /**
   * Stores that the export is finished, together with the event that reports it. Called after the
   * last part.
   * @returns false if the export was deleted, or if another attempt has begun
   */
  finish(
    { exportId, tries }: ExportAttemptKey,
    size: number,
    requestId: string | null,
  ): Promise<boolean> {
    return this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const [done] = await tx.query<{ account_id: string }>(
          `UPDATE identity.export
           SET state = 'ready', progress = 100, size = $3, ready_at = $4, expires_at = $5
           WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING account_id`,
          [exportId, tries, size, now, addMilliseconds(now, days(dataRightsLimits.exportDays))],
        );
        if (!done) return false;
        tx.record('identity.export-ready', { account_id: done.account_id, export_id: exportId });
        return true;
      },
      { requestId },
    );
  }

  isUnderWay(exportId: string): Promise<boolean> {
    return this.unitOfWork.run(
      async (tx) =>
        (
          await tx.query(
            `SELECT 1 FROM identity.export WHERE id = $1 AND state IN ('waiting', 'running')`,
            [exportId],
          )
        ).length > 0,
    );
  }

  async giveUp({ exportId, tries }: ExportAttemptKey): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const given = await tx.query(
        `UPDATE identity.export SET state = 'failed' WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING id`,
        [exportId, tries],
      );
      if (given.length > 0) await deleteExportParts(tx, [exportId]);
    });
  }

  /**
   * Deletes the bytes of expired exports. Their rows stay for a while, so that the owner sees that
   * an export has expired.
   * @returns how many exports expired
   */
  expire(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const old = await tx.query<{ id: string; account_id: string }>(
        `UPDATE identity.export SET state = 'expired', size = NULL WHERE id IN (
           SELECT id FROM identity.export WHERE state = 'ready' AND expires_at <= $1
           ORDER BY expires_at LIMIT ${atOnce} FOR UPDATE SKIP LOCKED) RETURNING id, account_id`,
        [this.clock.now()],
      );
      await deleteExportParts(
        tx,
        old.map(({ id }) => id),
      );
      for (const { id, account_id } of old)
        tx.record('identity.export-expired', { account_id, export_id: id });
      return old.length;
    });
  }
}
