import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { runForEachRow } from '../../platform/concurrency/run-for-each-row';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { removeStatementTimeLimit } from '../../platform/db/without-time-limit';
import { forgetPooledExports } from '../../research-data/pools/forget-pooled-exports';
import { recordClassroomChanged } from '../model/classroom-changed';

/**
 * Deletes the personal content of an archived classroom: each class study in its own transaction,
 * then memberships and submissions. If it is interrupted, the next run continues. The classroom,
 * its course and the credits stay. Another job deletes the bytes of files that no study uses any
 * more.
 */
@Injectable()
export class EraseClassroom {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
  ) {}

  /**
   * @param today the day (UTC), as in erasureDay
   * @returns whether everything was erased; false as long as credit for the classroom's studies or
   *   submissions is still to be granted
   * @throws Error if the members did not get the mail about the erasure early enough
   */
  async erase(classroomId: string, today: string): Promise<boolean> {
    const studies = await this.studiesOf(classroomId);
    const erased = await runForEachRow(studies, (id) => this.eraseStudy(id, today));
    return (
      erased === studies.length && this.unitOfWork.run((tx) => emptied(tx, classroomId, today))
    );
  }

  private async studiesOf(classroomId: string): Promise<string[]> {
    const rows: { id: string }[] = await this.source.query(
      `SELECT s.id FROM research.study_profile s WHERE s.classroom_id = $1 ORDER BY s.id`,
      [classroomId],
    );
    return rows.map(({ id }) => id);
  }

  /**
   * Erases a class study.
   * @returns 1 if the study was erased; 0 while credit for taking part in it is still to be granted
   */
  private eraseStudy(id: string, today: string): Promise<number> {
    return this.unitOfWork.run(async (tx) => {
      await removeStatementTimeLimit(tx.manager);
      const [row] = await tx.query<{ is_erased: boolean }>(
        `SELECT research.erase_class_study($1::uuid, $2::date) AS is_erased`,
        [id, today],
      );
      return row?.is_erased === true ? 1 : 0;
    });
  }
}

/**
 * Removes the members of a classroom that has no class studies any more, and their work.
 * @returns whether nothing is left
 */
async function emptied(tx: Transaction, classroomId: string, today: string): Promise<boolean> {
  const [room] = await tx.query(
    `SELECT id FROM identity.classroom WHERE id = $1 AND erased_on IS NULL FOR NO KEY UPDATE`,
    [classroomId],
  );
  if (!room) return false;
  await tx.query(`DELETE FROM identity.submission WHERE classroom_id = $1 AND credit <> 'due'`, [
    classroomId,
  ]);
  const left = await tx.query(
    `SELECT 1 FROM identity.submission w WHERE w.classroom_id = $1
     UNION ALL SELECT 1 FROM research.study_profile s WHERE s.classroom_id = $1 LIMIT 1`,
    [classroomId],
  );
  if (left.length > 0) return false;
  await forgetPooledExports(tx, classroomId);
  await removeMembers(tx, classroomId);
  await tx.query(
    `UPDATE identity.classroom SET students_build = false, erased_on = $2 WHERE id = $1`,
    [classroomId, today],
  );
  recordClassroomChanged(tx, classroomId);
  return true;
}

/**
 * Removes members, and what only members can see: assignments, and shares of templates with the
 * classroom.
 */
async function removeMembers(tx: Transaction, classroomId: string): Promise<void> {
  await tx.query(
    `WITH assignments AS (DELETE FROM identity.assignment WHERE classroom_id = $1),
       invitations AS (DELETE FROM identity.classroom_invitation WHERE classroom_id = $1),
       former AS (DELETE FROM identity.former_member WHERE classroom_id = $1),
       templates AS (DELETE FROM research.template_share WHERE classroom_id = $1)
     DELETE FROM identity.classroom_member WHERE classroom_id = $1`,
    [classroomId],
  );
}
