import { Client } from 'pg';
import { EraseClassroom } from '../../../../server/teaching/end-of-term/erase-classroom';
import { EraseClassroomsJob } from '../../../../server/teaching/end-of-term/erase-classrooms.job';
import { AnnounceErasureJob } from '../../../../server/teaching/end-of-term/announce-erasure.job';
import { PassOnGroupStudiesJob } from '../../../../server/teaching/groups/settle-groups.job';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import type { SeparateApp } from '../../../support/app/app';
import type { RecruitingStudy } from '../../../support/people/recruiting';
import { insertTeachingRowsOf } from './taught-rows';

/**
 * Makes functions that turn ordinary studies into studies of a class, directly in the tables, and
 * that run the jobs at the end of term.
 */
export const classStudyCallsOf = (run: SeparateApp, classroomDays = 180) => {
  const rows = insertTeachingRowsOf(run);
  const unitOfWork = run.app.get(UnitOfWork, { strict: false });
  const config = { classroomDays };
  const asOwner = async (work: (owner: Client) => Promise<void>): Promise<void> => {
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    try {
      // Switches triggers and foreign keys off on this connection.
      await owner.query('SET session_replication_role = replica');
      await work(owner);
    } finally {
      await owner.end();
    }
  };
  return {
    ...rows,
    asOwner,
    classroom: async (courseId: string | null = null): Promise<string> => {
      const id = await rows.classroom(courseId);
      await run.source.query(`UPDATE identity.classroom SET students_build = true WHERE id = $1`, [
        id,
      ]);
      return id;
    },
    archive: (classroomId: string) =>
      run.source.query(
        `UPDATE identity.classroom SET state = 'archived', archived_at = $2 WHERE id = $1`,
        [classroomId, run.clock.now()],
      ),
    /** Turns a study and its sessions into a study and sessions of a class. */
    ofClass: ({ study_id }: Pick<RecruitingStudy, 'study_id'>, classroomId: string) =>
      asOwner(async (owner) => {
        await owner.query(
          `UPDATE research.study SET classroom_id = $2, payment_terms = NULL, privacy_level = 'anonymous' WHERE id = $1`,
          [study_id, classroomId],
        );
        await owner.query(
          `UPDATE research.session SET audience = 'classroom', classroom_id = $2, privacy_level = 'anonymous' WHERE study_id = $1`,
          [study_id, classroomId],
        );
      }),
    tell: () => new AnnounceErasureJob(unitOfWork, run.clock, config).run(),
    erase: () =>
      new EraseClassroomsJob(
        run.source,
        run.app.get(EraseClassroom, { strict: false }),
        run.clock,
        config,
      ).run(),
    settle: () => new PassOnGroupStudiesJob(run.source, unitOfWork, run.clock).run(),
    /** Reads when the erasure of a classroom was announced and done, and if its students build. */
    stateOf: async (classroomId: string) => {
      const [row]: { told: string | null; erased: string | null; students_build: boolean }[] =
        await run.source.query(
          `SELECT erasure_told_on::text AS told, erased_on::text AS erased, students_build
           FROM identity.classroom WHERE id = $1`,
          [classroomId],
        );
      if (!row) throw new Error('no such classroom');
      return row;
    },
  };
};
