import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The notes of a version's report about its archive, such as names that were guessed. */
export class StudyFilesArchiveNotes1795861432951 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(
      `ALTER TABLE research.study_version ADD COLUMN archive_notes jsonb NOT NULL DEFAULT '[]'`,
    );
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`ALTER TABLE research.study_version DROP COLUMN archive_notes`);
  }
}
