import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Exports of the data of studies (docs/decisions/exports-and-data-copies.md). */
export class ResearchDataStart1795516193847 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.study_export (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL,
        state text NOT NULL,
        progress integer NOT NULL DEFAULT 0,
        tries integer NOT NULL DEFAULT 0,
        format text NOT NULL,
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
        CONSTRAINT study_export_study_id_fkey
          FOREIGN KEY (study_id) REFERENCES research.study (id) ON DELETE CASCADE,
        CONSTRAINT study_export_state_check
          CHECK (state IN ('waiting', 'running', 'ready', 'failed', 'outdated')),
        CONSTRAINT study_export_format_check CHECK (format IN ('csv', 'json', 'jsonl')),
        CONSTRAINT study_export_progress_check CHECK (progress BETWEEN 0 AND 100)
      );
      CREATE UNIQUE INDEX study_export_one_under_way ON research.study_export (study_id)
        WHERE state IN ('waiting', 'running');
      CREATE INDEX study_export_study ON research.study_export (study_id, requested_at);
      CREATE INDEX study_export_expiry ON research.study_export (expires_at);

      CREATE TABLE research.study_export_run (
        export_id uuid NOT NULL,
        run_id uuid NOT NULL,
        CONSTRAINT study_export_run_pkey PRIMARY KEY (export_id, run_id),
        CONSTRAINT study_export_run_export_id_fkey
          FOREIGN KEY (export_id) REFERENCES research.study_export (id) ON DELETE CASCADE
      );
      CREATE INDEX study_export_run_run ON research.study_export_run (run_id);

      CREATE TABLE research.study_export_part (
        export_id uuid NOT NULL,
        first_byte integer NOT NULL,
        bytes bytea NOT NULL,
        CONSTRAINT study_export_part_pkey PRIMARY KEY (export_id, first_byte),
        CONSTRAINT study_export_part_export_id_fkey
          FOREIGN KEY (export_id) REFERENCES research.study_export (id) ON DELETE CASCADE
      );
      -- Compressed already.
      ALTER TABLE research.study_export_part ALTER COLUMN bytes SET STORAGE EXTERNAL;

      -- Whatever deletes a run: an export that has it is no longer given out, from the same moment on.
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

      GRANT SELECT, INSERT, UPDATE, DELETE ON research.study_export TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON research.study_export_run, research.study_export_part
        TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TRIGGER run_outdates_study_exports ON research.run;
      DROP FUNCTION research.outdate_study_exports();
      DROP TABLE research.study_export_part, research.study_export_run, research.study_export;
    `);
  }
}
