import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/study-files as they were at the first release. */
export class StudyFilesBaseline1795901721093 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study_version (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id),
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
        code_free boolean NOT NULL DEFAULT false,
        rehearsed_answers boolean NOT NULL DEFAULT false,
        rehearsed_end boolean NOT NULL DEFAULT false,
        archive_notes jsonb NOT NULL DEFAULT '[]'::jsonb,
        stopped boolean NOT NULL DEFAULT false,
        looks integer NOT NULL DEFAULT 0,
        looking boolean NOT NULL DEFAULT false,
        look_again_at timestamptz,
        said_kind text,
        CONSTRAINT study_version_reported CHECK ((report IS NULL) = (kind IS NULL)
          AND (report IS NULL) = (errors IS NULL) AND (report IS NULL) = (warnings IS NULL)
          AND (report IS NOT NULL OR entry IS NULL))
      );
      CREATE UNIQUE INDEX study_version_number ON research.study_version (study_id, number);
      CREATE UNIQUE INDEX study_version_content ON research.study_version (study_id, sha256);
      CREATE INDEX study_version_look_again ON research.study_version (look_again_at)
        WHERE look_again_at IS NOT NULL;

      CREATE TABLE research.study_version_file (
        version_id uuid NOT NULL REFERENCES research.study_version (id) ON DELETE CASCADE,
        path text NOT NULL,
        sha256 text NOT NULL REFERENCES platform.stored_file (sha256),
        bytes integer NOT NULL,
        mime text NOT NULL,
        PRIMARY KEY (version_id, path)
      );
      CREATE INDEX study_version_file_content ON research.study_version_file (sha256);

      CREATE TABLE research.study_serving (
        key_hash bytea PRIMARY KEY,
        version_id uuid NOT NULL REFERENCES research.study_version (id) ON DELETE CASCADE,
        purpose text NOT NULL,
        hosts jsonb NOT NULL,
        expires_at timestamptz NOT NULL,
        frames boolean NOT NULL DEFAULT true,
        own_code boolean NOT NULL DEFAULT true,
        CONSTRAINT study_serving_purpose CHECK (purpose IN ('run', 'preview'))
      );
      CREATE INDEX study_serving_version ON research.study_serving (version_id);
      CREATE INDEX study_serving_expiry ON research.study_serving (expires_at);

      CREATE TABLE research.study_timeline (
        study_id uuid PRIMARY KEY REFERENCES research.study (id),
        version integer NOT NULL,
        timeline text NOT NULL,
        saved_at timestamptz NOT NULL
      );

      CREATE TABLE research.study_timeline_file (
        study_id uuid NOT NULL REFERENCES research.study (id),
        path text NOT NULL,
        sha256 text NOT NULL REFERENCES platform.stored_file (sha256),
        bytes integer NOT NULL,
        mime text NOT NULL,
        PRIMARY KEY (study_id, path)
      );
      CREATE INDEX study_timeline_file_content ON research.study_timeline_file (sha256);

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.study_version, research.study_version_file, research.study_serving,
          research.study_timeline, research.study_timeline_file
        TO commonlab_app;
      GRANT SELECT ON research.study_version, research.study_version_file TO commonlab_export;
      GRANT SELECT ON research.study_version TO commonlab_link;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.study_timeline_file, research.study_timeline, research.study_serving,
        research.study_version_file, research.study_version CASCADE;
    `);
  }
}
