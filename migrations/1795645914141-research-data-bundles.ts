import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Studies that come with their data as a bundle (docs/decisions/bundles.md). */
export class ResearchDataBundles1795645914141 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.study_export
        DROP CONSTRAINT study_export_format_check,
        ADD CONSTRAINT study_export_format_check
          CHECK (format IN ('csv', 'json', 'jsonl', 'parquet', 'psych-ds', 'bids', 'bundle'));

      CREATE TABLE research.imported_study (
        study_id uuid PRIMARY KEY,
        sources jsonb NOT NULL,
        sessions jsonb NOT NULL,
        consents jsonb NOT NULL,
        runs integer NOT NULL DEFAULT 0,
        records integer NOT NULL DEFAULT 0,
        data_sha256 text,
        imported_by uuid NOT NULL,
        imported_at timestamptz NOT NULL,
        CONSTRAINT imported_study_study_id_fkey
          FOREIGN KEY (study_id) REFERENCES research.study (id) ON DELETE CASCADE,
        CONSTRAINT imported_study_data_check CHECK ((data_sha256 IS NULL) = (runs = 0))
      );
      CREATE TABLE research.imported_file (
        study_id uuid NOT NULL,
        path text NOT NULL,
        sha256 text NOT NULL,
        CONSTRAINT imported_file_pkey PRIMARY KEY (study_id, path),
        CONSTRAINT imported_file_study_id_fkey
          FOREIGN KEY (study_id) REFERENCES research.imported_study (study_id) ON DELETE CASCADE,
        CONSTRAINT imported_file_sha256_fkey
          FOREIGN KEY (sha256) REFERENCES platform.stored_file (sha256)
      );
      CREATE INDEX imported_file_content ON research.imported_file (sha256);
      CREATE TABLE research.imported_run (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL,
        path text NOT NULL,
        run jsonb NOT NULL,
        first_byte integer NOT NULL,
        bytes integer NOT NULL,
        CONSTRAINT imported_run_file_fkey FOREIGN KEY (study_id, path)
          REFERENCES research.imported_file (study_id, path) ON DELETE CASCADE
      );
      CREATE INDEX imported_run_file ON research.imported_run (study_id, path);

      GRANT SELECT, INSERT, UPDATE, DELETE ON research.imported_study TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON research.imported_file, research.imported_run
        TO commonlab_app;
      GRANT SELECT ON research.imported_study, research.imported_file, research.imported_run
        TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.imported_run, research.imported_file, research.imported_study;
      DELETE FROM research.study_export WHERE format = 'bundle';
      ALTER TABLE research.study_export
        DROP CONSTRAINT study_export_format_check,
        ADD CONSTRAINT study_export_format_check
          CHECK (format IN ('csv', 'json', 'jsonl', 'parquet', 'psych-ds', 'bids'));
    `);
  }
}
