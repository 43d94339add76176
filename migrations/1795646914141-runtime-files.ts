import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Files of runs, such as recordings (docs/decisions/record-log.md). */
export class RuntimeFiles1795646914141 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.run
        ADD COLUMN files_due integer NOT NULL DEFAULT 0,
        ADD COLUMN file_bytes integer NOT NULL DEFAULT 0;

      CREATE TABLE research.run_file (
        run_id uuid NOT NULL,
        sha256 bytea NOT NULL,
        name text NOT NULL,
        type text NOT NULL,
        bytes integer NOT NULL,
        stored integer NOT NULL DEFAULT 0,
        state text NOT NULL DEFAULT 'due',
        CONSTRAINT run_file_pkey PRIMARY KEY (run_id, sha256),
        CONSTRAINT run_file_run_id_fkey FOREIGN KEY (run_id) REFERENCES research.run (id),
        CONSTRAINT run_file_state_check CHECK (state IN ('due', 'whole', 'given_up')),
        CONSTRAINT run_file_stored_check CHECK (stored BETWEEN 0 AND bytes)
      );
      CREATE TABLE research.run_file_piece (
        run_id uuid NOT NULL,
        sha256 bytea NOT NULL,
        start integer NOT NULL,
        piece bytea NOT NULL,
        CONSTRAINT run_file_piece_pkey PRIMARY KEY (run_id, sha256, start),
        CONSTRAINT run_file_piece_file_fkey
          FOREIGN KEY (run_id, sha256) REFERENCES research.run_file (run_id, sha256)
      );
      -- Sound and pictures are compressed already.
      ALTER TABLE research.run_file_piece ALTER COLUMN piece SET STORAGE EXTERNAL;

      GRANT SELECT, INSERT, UPDATE, DELETE ON research.run_file TO commonlab_app;
      GRANT SELECT, INSERT, DELETE ON research.run_file_piece TO commonlab_app;
      GRANT SELECT ON research.run_file, research.run_file_piece TO commonlab_export;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.run_file_piece, research.run_file;
      ALTER TABLE research.run DROP COLUMN files_due, DROP COLUMN file_bytes;
    `);
  }
}
