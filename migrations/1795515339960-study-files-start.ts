import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Versions of studies' own files, and the addresses at which they are served (docs/decisions/study-files.md). */
export class StudyFilesStart1795515339960 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE platform.stored_file ADD COLUMN touched_at timestamptz NOT NULL DEFAULT now();
      CREATE INDEX stored_file_touched ON platform.stored_file (touched_at);
      GRANT UPDATE, DELETE ON platform.stored_file TO commonlab_app;
      CREATE TABLE research.study_version (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL,
        number integer NOT NULL,
        sha256 text NOT NULL,
        name text NOT NULL,
        files integer NOT NULL,
        bytes integer NOT NULL,
        left_out jsonb NOT NULL,
        kind text,
        entry text,
        errors integer,
        warnings integer,
        report jsonb,
        frozen boolean NOT NULL DEFAULT false,
        created_by uuid NOT NULL,
        created_at timestamptz NOT NULL,
        CONSTRAINT study_version_study_id_fkey FOREIGN KEY (study_id) REFERENCES research.study (id),
        CONSTRAINT study_version_reported
          CHECK ((report IS NULL) = (kind IS NULL) AND (report IS NULL) = (errors IS NULL)
            AND (report IS NULL) = (warnings IS NULL) AND (report IS NOT NULL OR entry IS NULL))
      );
      CREATE UNIQUE INDEX study_version_number ON research.study_version (study_id, number);
      CREATE UNIQUE INDEX study_version_content ON research.study_version (study_id, sha256);
      CREATE TABLE research.study_version_file (
        version_id uuid NOT NULL,
        path text NOT NULL,
        sha256 text NOT NULL,
        bytes integer NOT NULL,
        mime text NOT NULL,
        CONSTRAINT study_version_file_pkey PRIMARY KEY (version_id, path),
        CONSTRAINT study_version_file_version_id_fkey
          FOREIGN KEY (version_id) REFERENCES research.study_version (id) ON DELETE CASCADE,
        CONSTRAINT study_version_file_sha256_fkey
          FOREIGN KEY (sha256) REFERENCES platform.stored_file (sha256)
      );
      CREATE INDEX study_version_file_content ON research.study_version_file (sha256);
      CREATE TABLE research.study_serving (
        key_hash bytea PRIMARY KEY,
        version_id uuid NOT NULL,
        purpose text NOT NULL,
        hosts jsonb NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT study_serving_version_id_fkey
          FOREIGN KEY (version_id) REFERENCES research.study_version (id) ON DELETE CASCADE,
        CONSTRAINT study_serving_purpose CHECK (purpose IN ('run', 'preview'))
      );
      CREATE INDEX study_serving_version ON research.study_serving (version_id);
      CREATE INDEX study_serving_expiry ON research.study_serving (expires_at);
      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.study_version, research.study_version_file, research.study_serving
        TO commonlab_app;
      GRANT SELECT ON research.study_version TO commonlab_link;
      GRANT SELECT ON research.study_version, research.study_version_file TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.study_serving, research.study_version_file, research.study_version;
      REVOKE UPDATE, DELETE ON platform.stored_file FROM commonlab_app;
      ALTER TABLE platform.stored_file DROP COLUMN touched_at;
    `);
  }
}
