import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * The check of a version that stopped at a file is made again. Those of before were stopped by the time on
 * the wall, so each of them is looked through again.
 */
export class StudyFilesLookedAgain1795862013771 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_version
        ADD COLUMN stopped boolean NOT NULL DEFAULT false,
        ADD COLUMN looks integer NOT NULL DEFAULT 0,
        ADD COLUMN looking boolean NOT NULL DEFAULT false,
        ADD COLUMN look_again_at timestamptz,
        ADD COLUMN said_kind text`);
    await db.query(`
      UPDATE research.study_version SET stopped = true, look_again_at = now(),
        report = report || '{"stopped": true}'
      WHERE report->'findings' @> '[{"code": "check_stopped"}]'`);
    await db.query(`
      CREATE INDEX study_version_look_again ON research.study_version (look_again_at)
      WHERE look_again_at IS NOT NULL`);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`UPDATE research.study_version SET report = report - 'stopped' WHERE stopped`);
    await db.query(`
      ALTER TABLE research.study_version DROP COLUMN stopped, DROP COLUMN looks,
        DROP COLUMN looking, DROP COLUMN look_again_at, DROP COLUMN said_kind`);
  }
}
