import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Creates a table of the files that studies copied from researchers' resources. Each row names the
 * study, the hash of the copied content, the original file and its version.
 */
export class StudyFilesTaken1795969003338 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.taken_resource (
        study_id uuid NOT NULL CONSTRAINT taken_resource_study_id_fkey REFERENCES research.study (id),
        sha256 text NOT NULL,
        resource_id uuid NOT NULL CONSTRAINT taken_resource_resource_id_fkey
          REFERENCES research.resource (id) ON DELETE CASCADE,
        number integer NOT NULL,
        PRIMARY KEY (study_id, sha256, resource_id)
      );
      CREATE INDEX taken_resource_file ON research.taken_resource (resource_id);
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.taken_resource TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`DROP TABLE research.taken_resource`);
  }
}
