import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bytes of imported files (docs/decisions/study-files.md), and the bundle that a study was imported from. */
export class StudyStorage1795660832160 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.imported_file ADD COLUMN bytes bigint;
      UPDATE research.imported_file f SET bytes = s.size
        FROM platform.stored_file s WHERE s.sha256 = f.sha256;
      ALTER TABLE research.imported_file ALTER COLUMN bytes SET NOT NULL;
      ALTER TABLE research.imported_study ADD COLUMN bundle_sha256 text;
      CREATE INDEX imported_study_bundle ON research.imported_study (imported_by, bundle_sha256);
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP INDEX research.imported_study_bundle;
      ALTER TABLE research.imported_study DROP COLUMN bundle_sha256;
      ALTER TABLE research.imported_file DROP COLUMN bytes;
    `);
  }
}
