import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Simulated participants (docs/decisions/builder-and-rehearsals.md). The tables of their runs have the columns
 * that the statement of the record log names, and stand beside those of participants.
 */
export class Rehearsals1795641000077 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.rehearsal (
        id uuid PRIMARY KEY,
        study_id uuid NOT NULL,
        mode text NOT NULL,
        participants integer NOT NULL,
        runtime jsonb NOT NULL,
        made_at timestamptz NOT NULL,
        expires_at timestamptz NOT NULL,
        CONSTRAINT rehearsal_study_id_fkey
          FOREIGN KEY (study_id) REFERENCES research.study (id) ON DELETE CASCADE,
        CONSTRAINT rehearsal_mode_check CHECK (mode IN ('data-only', 'visual'))
      );
      CREATE INDEX rehearsal_study ON research.rehearsal (study_id, made_at);
      CREATE INDEX rehearsal_expiry ON research.rehearsal (expires_at);

      CREATE TABLE research.rehearsal_run (
        id uuid PRIMARY KEY,
        rehearsal_id uuid NOT NULL,
        number integer NOT NULL,
        state text NOT NULL DEFAULT 'open',
        outcome text,
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
        not_simulated jsonb NOT NULL DEFAULT '[]',
        stuck_at text,
        CONSTRAINT rehearsal_run_rehearsal_id_fkey
          FOREIGN KEY (rehearsal_id) REFERENCES research.rehearsal (id) ON DELETE CASCADE,
        CONSTRAINT rehearsal_run_state_check CHECK (state IN ('open', 'finished', 'ended')),
        CONSTRAINT rehearsal_run_outcome_check
          CHECK (outcome IN ('completed', 'stalled', 'left', 'stopped', 'failed')),
        CONSTRAINT rehearsal_run_cell_check CHECK ((cell IS NULL) = (condition IS NULL))
      ) WITH (fillfactor = 70);
      CREATE UNIQUE INDEX rehearsal_run_number ON research.rehearsal_run (rehearsal_id, number);
      CREATE UNIQUE INDEX rehearsal_run_writer ON research.rehearsal_run (rehearsal_id, writer);

      -- With foreign keys, unlike those of participants: a rehearsal goes with all that it has.
      CREATE TABLE research.rehearsal_chunk (
        run_id uuid NOT NULL,
        first integer NOT NULL,
        last integer NOT NULL,
        frames bytea NOT NULL,
        CONSTRAINT rehearsal_chunk_pkey PRIMARY KEY (run_id, first),
        CONSTRAINT rehearsal_chunk_run_id_fkey
          FOREIGN KEY (run_id) REFERENCES research.rehearsal_run (id) ON DELETE CASCADE
      );
      CREATE TABLE research.rehearsal_error (
        run_id uuid NOT NULL,
        hash bytea NOT NULL,
        message text NOT NULL,
        file text,
        line integer,
        CONSTRAINT rehearsal_error_pkey PRIMARY KEY (run_id, hash),
        CONSTRAINT rehearsal_error_run_id_fkey
          FOREIGN KEY (run_id) REFERENCES research.rehearsal_run (id) ON DELETE CASCADE
      );

      GRANT SELECT, INSERT, DELETE ON research.rehearsal TO commonlab_app;
      GRANT UPDATE (expires_at) ON research.rehearsal TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON research.rehearsal_run TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON research.rehearsal_chunk, research.rehearsal_error
        TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.rehearsal_error, research.rehearsal_chunk, research.rehearsal_run,
        research.rehearsal;
    `);
  }
}
