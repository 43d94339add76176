import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import type { StudyExport as View } from '../../../contracts/research-data/research-data';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { lockRuns } from '../../runtime/study-data/runs-of-study.read';
import { lockImportedData } from '../imported-data/imported-data';
import { lockExternalDataParts } from '../external-data/external-tables';
import type { FinishedExport } from './build-export';
import type { StudyExport } from './study-export.entity';

export type StartedExport = Pick<
  StudyExport,
  | 'study_id'
  | 'pool_template_id'
  | 'pool_classroom_id'
  | 'format'
  | 'for_spreadsheets'
  | 'unfinished'
  | 'without_rejected'
  | 'recordings'
  | 'language'
  | 'sees_names'
  | 'tries'
>;
/** One attempt to build an export. The latest attempt owns the export: writes of an earlier one are refused. */
export interface StudyExportAttempt {
  readonly exportId: string;
  readonly tries: number;
}
/** For how many exports one transaction deletes the bytes. */
const atOnce = 20;

/** SQL condition: an outdated export e whose bytes still contain withdrawn data. */
const isOutdated = `e.state = 'outdated' AND EXISTS (
  SELECT FROM research.study_export_part p WHERE p.export_id = e.id)`;
/** SQL condition: whether there is any export whose bytes `forget` would delete. */
export const hasOutdatedExportsSql = `EXISTS (SELECT FROM research.study_export e WHERE ${isOutdated})`;

/** Stores the states of an export while a worker builds it. */
@Injectable()
export class StudyExportState {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Starts a new attempt and deletes the parts of the previous one.
   * @returns undefined for an export that is finished, was given up, or no longer exists
   */
  begin(exportId: string): Promise<StartedExport | undefined> {
    return this.unitOfWork.run(async (tx) => {
      const [begun] = await tx.query<StartedExport>(
        `UPDATE research.study_export SET state = 'running', progress = 0, tries = tries + 1
         WHERE id = $1 AND state IN ('waiting', 'running')
         RETURNING study_id, pool_template_id, pool_classroom_id,
           format, for_spreadsheets, unfinished, without_rejected, recordings, language,
           sees_names, tries`,
        [exportId],
      );
      if (begun && begun.tries > 1)
        await tx.query(`DELETE FROM research.study_export_part WHERE export_id = $1`, [exportId]);
      return begun;
    });
  }

  /**
   * Stores the progress in percent.
   * @returns false where another attempt owns the export, or it no longer exists
   */
  async advance({ exportId, tries }: StudyExportAttempt, progress: number): Promise<boolean> {
    const rows = await this.unitOfWork.run((tx) =>
      tx.query(
        `UPDATE research.study_export SET progress = $3
         WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING id`,
        [exportId, tries, progress],
      ),
    );
    return rows.length > 0;
  }

  /**
   * Encrypts and stores the next part.
   * @returns false for the same reasons as `advance`
   */
  keep(
    { exportId, tries }: StudyExportAttempt,
    firstByte: number,
    bytes: Buffer,
  ): Promise<boolean> {
    const id = randomUUID();
    return this.unitOfWork.run(async (tx) => {
      const [wanted] = await tx.query(
        `SELECT id FROM research.study_export
         WHERE id = $1 AND state = 'running' AND tries = $2 FOR NO KEY UPDATE`,
        [exportId, tries],
      );
      if (!wanted) return false;
      await tx.query(
        `INSERT INTO research.study_export_part (export_id, first_byte, id, bytes)
         VALUES ($1, $2, $3, $4)`,
        [exportId, firstByte, id, this.secrets.seal('study-export-part', id, bytes)],
      );
      return true;
    });
  }

  /**
   * Completes an export after its last part. Locks the exported runs first, because a withdrawal
   * locks them, too. If a withdrawal was committed before, the export must be rebuilt. If a
   * withdrawal comes afterwards, it finds this export and marks it as outdated.
   * @returns `runs gone` if the export must be rebuilt; `not wanted` if another attempt owns the
   * export, or it no longer exists
   */
  finish(
    { exportId, tries }: StudyExportAttempt,
    { size, counts, left_out, runIds, partIds, hasImported }: FinishedExport,
  ): Promise<'finished' | 'runs gone' | 'not wanted'> {
    return this.unitOfWork.run(async (tx) => {
      if (!(await lockRuns(tx, runIds))) return 'runs gone';
      if (!(await lockExternalDataParts(tx, partIds))) return 'runs gone';
      if (hasImported && !(await lockImportedData(tx, exportId))) return 'runs gone';
      const [done] = await tx.query(
        `UPDATE research.study_export SET state = 'ready', progress = 100, size = $3,
           counts = $4, left_out = $5, ready_at = $6
         WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING id`,
        [exportId, tries, size, JSON.stringify(counts), JSON.stringify(left_out), this.clock.now()],
      );
      if (!done) return 'not wanted';
      await tx.query(
        `INSERT INTO research.study_export_run (export_id, run_id)
         SELECT $1::uuid, unnest($2::uuid[])`,
        [exportId, [...runIds, ...partIds]],
      );
      return 'finished';
    });
  }

  isUnderWay(exportId: string): Promise<boolean> {
    return this.unitOfWork.run(async (tx) => {
      const rows = await tx.query(
        `SELECT id FROM research.study_export WHERE id = $1 AND state IN ('waiting', 'running')`,
        [exportId],
      );
      return rows.length > 0;
    });
  }

  async giveUp({ exportId, tries }: StudyExportAttempt, failure: View['failure']): Promise<void> {
    await this.unitOfWork.run(async (tx) => {
      const given = await tx.query(
        `UPDATE research.study_export SET state = 'failed', failure = $3
         WHERE id = $1 AND state = 'running' AND tries = $2 RETURNING id`,
        [exportId, tries, failure],
      );
      if (given.length > 0)
        await tx.query(`DELETE FROM research.study_export_part WHERE export_id = $1`, [exportId]);
    });
  }

  /**
   * Deletes the bytes of exports that are outdated.
   * @returns how many exports
   */
  forget(): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      const outdated = await tx.query<{ id: string }>(
        `SELECT e.id FROM research.study_export e WHERE ${isOutdated}
         ORDER BY e.id LIMIT ${atOnce} FOR UPDATE OF e SKIP LOCKED`,
      );
      const ids = outdated.map(({ id }) => id);
      await tx.query(`DELETE FROM research.study_export_part WHERE export_id = ANY($1::uuid[])`, [
        ids,
      ]);
      await tx.query(`DELETE FROM research.study_export_run WHERE export_id = ANY($1::uuid[])`, [
        ids,
      ]);
      return ids.length;
    });
  }
}
