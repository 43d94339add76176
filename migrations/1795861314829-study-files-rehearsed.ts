import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The result of a rehearsal for a version: a launch requires it where the report cannot show that answers
 * would be stored (docs/decisions/study-launch.md). A rehearsal itself is deleted after a week.
 */
export class StudyFilesRehearsed1795861314829 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_version
        ADD COLUMN rehearsed_answers boolean NOT NULL DEFAULT false,
        ADD COLUMN rehearsed_end boolean NOT NULL DEFAULT false;

      ALTER TABLE research.rehearsal DROP CONSTRAINT rehearsal_mode_check;
      ALTER TABLE research.rehearsal ADD CONSTRAINT rehearsal_mode_check
        CHECK (mode IN ('data-only', 'visual', 'by-hand'));

      ALTER TABLE research.run_error DROP CONSTRAINT run_error_kind_check;
      -- Not read here: records of all runs would wait for it (RunErrorNoEnd).
      ALTER TABLE research.run_error ADD CONSTRAINT run_error_kind_check
        CHECK (kind IN ('error', 'missing_file', 'not_loaded', 'no_end')) NOT VALID;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM research.run_error WHERE kind = 'no_end';
      ALTER TABLE research.run_error DROP CONSTRAINT run_error_kind_check;
      ALTER TABLE research.run_error ADD CONSTRAINT run_error_kind_check
        CHECK (kind IN ('error', 'missing_file', 'not_loaded'));

      DELETE FROM research.rehearsal WHERE mode = 'by-hand';
      ALTER TABLE research.rehearsal DROP CONSTRAINT rehearsal_mode_check;
      ALTER TABLE research.rehearsal ADD CONSTRAINT rehearsal_mode_check
        CHECK (mode IN ('data-only', 'visual'));

      ALTER TABLE research.study_version DROP COLUMN rehearsed_answers, DROP COLUMN rehearsed_end;
    `);
  }
}
