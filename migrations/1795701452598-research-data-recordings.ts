import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Bundles with the files that runs made (docs/decisions/bundles.md). */
export class ResearchDataRecordings1795701452598 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_export
        ADD COLUMN recordings boolean NOT NULL DEFAULT false,
        ADD CONSTRAINT study_export_recordings_check CHECK (format = 'bundle' OR NOT recordings);
      ALTER TABLE research.imported_study ADD COLUMN recordings integer NOT NULL DEFAULT 0;
      CREATE TABLE research.imported_recording (
        run_id uuid NOT NULL,
        sha256 text NOT NULL,
        name text NOT NULL,
        type text NOT NULL,
        bytes integer NOT NULL,
        CONSTRAINT imported_recording_pkey PRIMARY KEY (run_id, sha256),
        CONSTRAINT imported_recording_run_id_fkey
          FOREIGN KEY (run_id) REFERENCES research.imported_run (id) ON DELETE CASCADE
      );

      GRANT SELECT, INSERT, DELETE ON research.imported_recording TO commonlab_app;
      GRANT SELECT ON research.imported_recording TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.imported_recording;
      ALTER TABLE research.imported_study DROP COLUMN recordings;
      ALTER TABLE research.study_export
        DROP CONSTRAINT study_export_recordings_check,
        DROP COLUMN recordings;
    `);
  }
}
