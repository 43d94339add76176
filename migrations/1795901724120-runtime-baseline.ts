import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Creates the tables of server/runtime as they were at the first release. */
export class RuntimeBaseline1795901724120 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.run (
        id uuid PRIMARY KEY,
        participation_id uuid NOT NULL REFERENCES research.participation (id),
        session_id uuid NOT NULL REFERENCES research.session (id),
        attempt integer NOT NULL,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'finished', 'ended')),
        writer uuid NOT NULL,
        stored_through integer NOT NULL DEFAULT 0,
        sealed_through integer NOT NULL DEFAULT 0,
        head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex') CHECK (octet_length(head) = 32),
        bytes integer NOT NULL DEFAULT 0,
        lost integer NOT NULL DEFAULT 0,
        seed bytea NOT NULL,
        condition jsonb,
        environment jsonb NOT NULL,
        day date NOT NULL,
        last_day date NOT NULL,
        cell integer,
        errors integer NOT NULL DEFAULT 0,
        focus_lost integer NOT NULL DEFAULT 0,
        last_contact timestamptz,
        files_due integer NOT NULL DEFAULT 0,
        file_bytes integer NOT NULL DEFAULT 0,
        missing_files integer NOT NULL DEFAULT 0,
        serving_key_hash bytea,
        CONSTRAINT run_sealed_check CHECK (sealed_through BETWEEN 0 AND stored_through),
        CONSTRAINT run_cell_check CHECK ((cell IS NULL) = (condition IS NULL))
      ) WITH (fillfactor = 70);
      CREATE UNIQUE INDEX run_attempt ON research.run (participation_id, attempt);
      CREATE UNIQUE INDEX run_serving_key_hash ON research.run (serving_key_hash)
        WHERE serving_key_hash IS NOT NULL;
      CREATE INDEX run_of_session ON research.run (session_id, id);

      -- No foreign key: the statement that adds a chunk locks the run anyway.
      CREATE TABLE research.run_chunk (
        run_id uuid NOT NULL,
        first integer NOT NULL,
        last integer NOT NULL,
        frames bytea NOT NULL,
        PRIMARY KEY (run_id, first)
      );

      CREATE TABLE research.run_log (
        run_id uuid PRIMARY KEY REFERENCES research.run (id),
        through integer NOT NULL,
        lines bytea NOT NULL,
        timing jsonb,
        values_through integer NOT NULL DEFAULT 0
      );
      CREATE INDEX run_log_not_compared ON research.run_log (run_id) WHERE values_through < through;
      -- The content is compressed already.
      ALTER TABLE research.run_log ALTER COLUMN lines SET STORAGE EXTERNAL;

      CREATE TABLE research.run_error (
        run_id uuid NOT NULL REFERENCES research.run (id),
        hash bytea NOT NULL,
        message text NOT NULL,
        file text,
        line integer,
        kind text NOT NULL DEFAULT 'error'
          CHECK (kind IN ('error', 'missing_file', 'not_loaded', 'no_end', 'blocked', 'load_failed',
          'not_started', 'stuck', 'began')),
        times integer NOT NULL DEFAULT 1,
        day date,
        PRIMARY KEY (run_id, hash)
      );
      CREATE INDEX run_error_not_started ON research.run_error (run_id) WHERE kind = 'not_started';

      CREATE TABLE research.rehearsal (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL REFERENCES research.study (id) ON DELETE CASCADE,
        mode text NOT NULL CHECK (mode IN ('data-only', 'visual', 'by-hand')),
        participants integer NOT NULL,
        runtime jsonb NOT NULL,
        made_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL
      );
      CREATE INDEX rehearsal_study ON research.rehearsal (study_id, made_at);
      CREATE INDEX rehearsal_expiry ON research.rehearsal (expires_at);

      CREATE TABLE research.rehearsal_run (
        id uuid PRIMARY KEY,
        rehearsal_id uuid NOT NULL REFERENCES research.rehearsal (id) ON DELETE CASCADE,
        number integer NOT NULL,
        state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'finished', 'ended')),
        outcome text CHECK (outcome IN ('completed', 'stalled', 'left', 'stopped', 'failed')),
        writer uuid NOT NULL,
        stored_through integer NOT NULL DEFAULT 0,
        head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
        bytes integer NOT NULL DEFAULT 0,
        lost integer NOT NULL DEFAULT 0,
        errors integer NOT NULL DEFAULT 0,
        focus_lost integer NOT NULL DEFAULT 0,
        last_contact timestamptz,
        seed bytea NOT NULL,
        cell integer,
        condition jsonb,
        environment jsonb NOT NULL,
        day date NOT NULL,
        last_day date NOT NULL,
        events integer,
        ms integer,
        answers_ms integer,
        not_simulated jsonb NOT NULL DEFAULT '[]'::jsonb,
        stuck_at text,
        passed_pages jsonb NOT NULL DEFAULT '[]'::jsonb,
        CONSTRAINT rehearsal_run_cell_check CHECK ((cell IS NULL) = (condition IS NULL))
      ) WITH (fillfactor = 70);
      CREATE UNIQUE INDEX rehearsal_run_number ON research.rehearsal_run (rehearsal_id, number);
      CREATE UNIQUE INDEX rehearsal_run_writer ON research.rehearsal_run (rehearsal_id, writer);

      -- With foreign keys, unlike the chunks of participants: a rehearsal is deleted with all that it has.
      CREATE TABLE research.rehearsal_chunk (
        run_id uuid NOT NULL REFERENCES research.rehearsal_run (id) ON DELETE CASCADE,
        first integer NOT NULL,
        last integer NOT NULL,
        frames bytea NOT NULL,
        PRIMARY KEY (run_id, first)
      );

      CREATE TABLE research.rehearsal_error (
        run_id uuid NOT NULL REFERENCES research.rehearsal_run (id) ON DELETE CASCADE,
        hash bytea NOT NULL,
        message text NOT NULL,
        file text,
        line integer,
        PRIMARY KEY (run_id, hash)
      );

      CREATE TABLE research.run_file (
        run_id uuid NOT NULL REFERENCES research.run (id),
        sha256 bytea NOT NULL,
        name text NOT NULL,
        type text NOT NULL,
        bytes integer NOT NULL,
        stored integer NOT NULL DEFAULT 0,
        state text NOT NULL DEFAULT 'due' CHECK (state IN ('due', 'whole', 'given_up')),
        PRIMARY KEY (run_id, sha256),
        CONSTRAINT run_file_stored_check CHECK (stored BETWEEN 0 AND bytes)
      );

      CREATE TABLE research.run_file_piece (
        run_id uuid NOT NULL,
        sha256 bytea NOT NULL,
        start integer NOT NULL,
        piece bytea NOT NULL,
        PRIMARY KEY (run_id, sha256, start),
        CONSTRAINT run_file_piece_file_fkey FOREIGN KEY (run_id, sha256)
          REFERENCES research.run_file (run_id, sha256)
      );
      -- Sound and pictures are compressed already.
      ALTER TABLE research.run_file_piece ALTER COLUMN piece SET STORAGE EXTERNAL;

      CREATE TABLE research.batch_session (
        session_id uuid PRIMARY KEY REFERENCES research.session (id),
        version integer NOT NULL DEFAULT 0 CHECK (version >= 0),
        document text NOT NULL DEFAULT '{}',
        changed_on date NOT NULL
      );
      CREATE INDEX batch_session_age ON research.batch_session (changed_on);

      CREATE TABLE research.batch_change (
        run_id uuid PRIMARY KEY REFERENCES research.run (id) ON DELETE CASCADE,
        change_id uuid NOT NULL
      );

      CREATE TABLE research.run_value (
        run_id uuid NOT NULL REFERENCES research.run (id) ON DELETE CASCADE,
        mark bytea NOT NULL,
        place bytea NOT NULL,
        participation_id uuid NOT NULL,
        study_id uuid NOT NULL,
        anonymous boolean NOT NULL,
        PRIMARY KEY (run_id, mark, place)
      );
      CREATE INDEX run_value_of_study ON research.run_value (study_id, anonymous, mark);

      CREATE TABLE research.withheld_place (
        study_id uuid NOT NULL REFERENCES research.study (id) ON DELETE CASCADE,
        anonymous boolean NOT NULL,
        place bytea NOT NULL,
        mark bytea NOT NULL,
        other_id uuid NOT NULL,
        from_day date NOT NULL,
        PRIMARY KEY (study_id, anonymous, place, mark, other_id)
      );

      CREATE TABLE research.told_never_began (
        session_id uuid NOT NULL REFERENCES research.session (id) ON DELETE CASCADE,
        account_id uuid NOT NULL,
        PRIMARY KEY (session_id, account_id)
      );

      CREATE FUNCTION research.run_head(before bytea, hashes bytea) RETURNS bytea
        LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS $$
      DECLARE
        head bytea := before;
      BEGIN
        FOR i IN 0 .. octet_length(hashes) / 32 - 1 LOOP
          head := sha256(head || substr(hashes, 32 * i + 1, 32));
        END LOOP;
        RETURN head;
      END $$;

      GRANT SELECT, INSERT, UPDATE, DELETE
        ON research.run, research.run_log, research.rehearsal_run, research.run_file,
          research.batch_session, research.batch_change, research.withheld_place
        TO commonlab_app;
      GRANT SELECT
        ON research.run, research.run_chunk, research.run_log, research.run_file, research.run_file_piece
        TO commonlab_export;
      GRANT SELECT, INSERT, DELETE
        ON research.run_chunk, research.run_error, research.rehearsal, research.rehearsal_chunk,
          research.rehearsal_error, research.run_file_piece, research.run_value, research.told_never_began
        TO commonlab_app;
      GRANT UPDATE (times) ON research.run_error TO commonlab_app;
      GRANT UPDATE (expires_at) ON research.rehearsal TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.told_never_began, research.withheld_place, research.run_value,
        research.batch_change, research.batch_session, research.run_file_piece, research.run_file,
        research.rehearsal_error, research.rehearsal_chunk, research.rehearsal_run, research.rehearsal,
        research.run_error, research.run_log, research.run_chunk, research.run CASCADE;
      DROP FUNCTION research.run_head(bytea, bytea) CASCADE;
    `);
  }
}
