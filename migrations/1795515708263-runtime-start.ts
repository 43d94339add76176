import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Runs of studies that take place here, and their records (docs/decisions/record-log.md). */
export class RuntimeStart1795515708263 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      CREATE TABLE research.run (
        id uuid PRIMARY KEY,
        participation_id uuid NOT NULL,
        session_id uuid NOT NULL,
        attempt integer NOT NULL,
        state text NOT NULL DEFAULT 'open',
        writer uuid NOT NULL,
        stored_through integer NOT NULL DEFAULT 0,
        sealed_through integer NOT NULL DEFAULT 0,
        head bytea NOT NULL DEFAULT decode(repeat('00', 32), 'hex'),
        bytes integer NOT NULL DEFAULT 0,
        lost integer NOT NULL DEFAULT 0,
        seed bytea NOT NULL,
        condition jsonb,
        environment jsonb NOT NULL,
        day date NOT NULL,
        last_day date NOT NULL,
        CONSTRAINT run_participation_id_fkey
          FOREIGN KEY (participation_id) REFERENCES research.participation (id),
        CONSTRAINT run_session_id_fkey FOREIGN KEY (session_id) REFERENCES research.session (id),
        CONSTRAINT run_state_check CHECK (state IN ('open', 'finished', 'ended')),
        CONSTRAINT run_head_check CHECK (octet_length(head) = 32),
        CONSTRAINT run_sealed_check CHECK (sealed_through BETWEEN 0 AND stored_through)
      ) WITH (fillfactor = 70);
      CREATE UNIQUE INDEX run_attempt ON research.run (participation_id, attempt);
      CREATE INDEX run_session ON research.run (session_id);

      -- Its run is locked by the statement that adds to it, so a foreign key would only cost time.
      CREATE TABLE research.run_chunk (
        run_id uuid NOT NULL,
        first integer NOT NULL,
        last integer NOT NULL,
        frames bytea NOT NULL,
        PRIMARY KEY (run_id, first)
      );
      CREATE TABLE research.run_log (
        run_id uuid PRIMARY KEY,
        through integer NOT NULL,
        lines bytea NOT NULL,
        CONSTRAINT run_log_run_id_fkey FOREIGN KEY (run_id) REFERENCES research.run (id)
      );
      -- Compressed already.
      ALTER TABLE research.run_log ALTER COLUMN lines SET STORAGE EXTERNAL;

      CREATE FUNCTION research.run_head(before bytea, hashes bytea) RETURNS bytea
        LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
      DECLARE
        head bytea := before;
      BEGIN
        FOR i IN 0 .. octet_length(hashes) / 32 - 1 LOOP
          head := sha256(head || substr(hashes, 32 * i + 1, 32));
        END LOOP;
        RETURN head;
      END $$;

      GRANT SELECT, INSERT, UPDATE, DELETE ON research.run, research.run_log TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON research.run_chunk TO commonlab_app;
      GRANT SELECT ON research.run, research.run_chunk, research.run_log TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.run_log, research.run_chunk, research.run;
      DROP FUNCTION research.run_head(bytea, bytea);
    `);
  }
}
