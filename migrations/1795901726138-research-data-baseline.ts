import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/research-data as they were at the first release. */
export class ResearchDataBaseline1795901726138 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study_export (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id) ON DELETE CASCADE,
        state text NOT NULL CHECK (state IN ('waiting', 'running', 'ready', 'failed', 'outdated')),
        progress integer NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
        tries integer NOT NULL DEFAULT 0,
        format text NOT NULL CHECK (format IN ('csv', 'json', 'jsonl', 'parquet', 'psych-ds', 'bids',
          'bundle')),
        for_spreadsheets boolean NOT NULL,
        unfinished boolean NOT NULL,
        sees_names boolean NOT NULL,
        size integer,
        counts jsonb,
        left_out jsonb,
        failure text,
        requested_at timestamptz NOT NULL,
        ready_at timestamptz,
        expires_at timestamptz NOT NULL,
        language text NOT NULL DEFAULT 'en',
        recordings boolean NOT NULL DEFAULT false,
        without_rejected boolean NOT NULL DEFAULT false,
        CONSTRAINT study_export_recordings_check CHECK (format = 'bundle' OR NOT recordings)
      );
      CREATE UNIQUE INDEX study_export_one_under_way ON research.study_export (study_id)
        WHERE state IN ('waiting', 'running');
      CREATE INDEX study_export_study ON research.study_export (study_id, requested_at);
      CREATE INDEX study_export_expiry ON research.study_export (expires_at);

      CREATE TABLE research.study_export_run (
        export_id uuid NOT NULL REFERENCES research.study_export (id) ON DELETE CASCADE,
        run_id uuid NOT NULL,
        PRIMARY KEY (export_id, run_id)
      );
      CREATE INDEX study_export_run_run ON research.study_export_run (run_id);

      CREATE TABLE research.study_export_part (
        export_id uuid NOT NULL REFERENCES research.study_export (id) ON DELETE CASCADE,
        first_byte integer NOT NULL,
        bytes bytea NOT NULL,
        id uuid NOT NULL,
        PRIMARY KEY (export_id, first_byte)
      );
      CREATE UNIQUE INDEX study_export_part_id ON research.study_export_part (id);
      -- The content is compressed already.
      ALTER TABLE research.study_export_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

      CREATE TABLE research.imported_study (
        study_id uuid PRIMARY KEY REFERENCES research.study (id) ON DELETE CASCADE,
        sources jsonb NOT NULL,
        sessions jsonb NOT NULL,
        consents jsonb NOT NULL,
        runs integer NOT NULL DEFAULT 0,
        records integer NOT NULL DEFAULT 0,
        data_sha256 text,
        imported_by uuid NOT NULL,
        imported_at timestamptz NOT NULL,
        bundle_sha256 text,
        recordings integer NOT NULL DEFAULT 0,
        withheld_values integer NOT NULL DEFAULT 0,
        withheld_recordings integer NOT NULL DEFAULT 0,
        CONSTRAINT imported_study_data_check CHECK ((data_sha256 IS NULL) = (runs = 0))
      );
      CREATE INDEX imported_study_bundle ON research.imported_study (imported_by, bundle_sha256);

      CREATE TABLE research.imported_file (
        study_id uuid NOT NULL REFERENCES research.imported_study (study_id) ON DELETE CASCADE,
        path text NOT NULL,
        sha256 text NOT NULL REFERENCES platform.stored_file (sha256),
        bytes bigint NOT NULL,
        PRIMARY KEY (study_id, path)
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
      CREATE INDEX imported_run_of_study ON research.imported_run (study_id, id);

      CREATE TABLE research.outside_file (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id) ON DELETE CASCADE,
        name text NOT NULL,
        sha256 text NOT NULL,
        columns jsonb NOT NULL,
        rows integer NOT NULL,
        participants integer NOT NULL,
        left_out jsonb NOT NULL,
        withheld integer NOT NULL,
        added_at timestamptz NOT NULL,
        bytes bigint NOT NULL
      );
      CREATE UNIQUE INDEX outside_file_once ON research.outside_file (study_id, sha256);

      CREATE TABLE research.outside_part (
        id uuid PRIMARY KEY,
        file_id uuid NOT NULL REFERENCES research.outside_file (id) ON DELETE CASCADE,
        participation_id uuid NOT NULL REFERENCES research.participation (id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX outside_part_once ON research.outside_part (file_id, participation_id);
      CREATE INDEX outside_part_participation ON research.outside_part (participation_id);

      CREATE TABLE research.outside_row (
        part_id uuid NOT NULL REFERENCES research.outside_part (id) ON DELETE CASCADE,
        number integer NOT NULL,
        cells jsonb NOT NULL,
        PRIMARY KEY (part_id, number)
      );

      CREATE TABLE research.imported_recording (
        run_id uuid NOT NULL REFERENCES research.imported_run (id) ON DELETE CASCADE,
        sha256 text NOT NULL,
        name text NOT NULL,
        type text NOT NULL,
        bytes integer NOT NULL,
        PRIMARY KEY (run_id, sha256)
      );

      -- An export with data of a deleted run is no longer given out, from the moment of the deletion on.
      CREATE FUNCTION research.outdate_study_exports() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        UPDATE research.study_export e SET state = 'outdated', size = NULL
        WHERE e.state = 'ready' AND e.id IN (
          SELECT x.export_id FROM research.study_export_run x JOIN gone g ON g.id = x.run_id);
        RETURN NULL;
      END $$;
      CREATE TRIGGER run_outdates_study_exports AFTER DELETE ON research.run
        REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION research.outdate_study_exports();
      CREATE TRIGGER outside_part_outdates_study_exports AFTER DELETE ON research.outside_part
        REFERENCING OLD TABLE AS gone
        FOR EACH STATEMENT EXECUTE FUNCTION research.outdate_study_exports();

      -- External data are deleted in the transaction in which their participant withdraws.
      CREATE FUNCTION research.forget_outside_data() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN
        DELETE FROM research.outside_part WHERE participation_id = NEW.id;
        RETURN NULL;
      END $$;
      CREATE TRIGGER participation_forgets_outside_data AFTER UPDATE OF data_withdrawn_on
        ON research.participation
        FOR EACH ROW
        WHEN (NEW.data_withdrawn_on IS NOT NULL)
        EXECUTE FUNCTION research.forget_outside_data();

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.study_export, research.imported_study, research.outside_file, research.outside_part
        TO commonlab_app;
      GRANT SELECT, INSERT, DELETE
        ON research.study_export_run, research.study_export_part, research.imported_file,
          research.imported_run, research.outside_row, research.imported_recording
        TO commonlab_app;
      GRANT SELECT
        ON research.imported_study, research.imported_file, research.imported_run, research.outside_file,
          research.outside_part, research.outside_row, research.imported_recording
        TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.imported_recording, research.outside_row, research.outside_part,
        research.outside_file, research.imported_run, research.imported_file, research.imported_study,
        research.study_export_part, research.study_export_run, research.study_export CASCADE;
      DROP FUNCTION research.outdate_study_exports(), research.forget_outside_data() CASCADE;
    `);
  }
}
