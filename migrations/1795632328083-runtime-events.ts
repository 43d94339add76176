import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Counts of errors and events of runs, for the researchers who watch a study
 * (docs/decisions/run-monitoring-and-timing.md).
 */
export class RuntimeEvents1795632328083 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    // None of these columns has an index: a batch of records changes them, and the row must stay on its page.
    await db.query(`
      ALTER TABLE research.run
        ADD COLUMN errors integer NOT NULL DEFAULT 0,
        ADD COLUMN focus_lost integer NOT NULL DEFAULT 0,
        ADD COLUMN last_contact timestamptz;

      CREATE TABLE research.run_error (
        run_id uuid NOT NULL,
        hash bytea NOT NULL,
        message text NOT NULL,
        file text,
        line integer,
        CONSTRAINT run_error_pkey PRIMARY KEY (run_id, hash),
        CONSTRAINT run_error_run_id_fkey FOREIGN KEY (run_id) REFERENCES research.run (id)
      );
      GRANT SELECT, INSERT, DELETE ON research.run_error TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.run_error;
      ALTER TABLE research.run
        DROP COLUMN errors, DROP COLUMN focus_lost, DROP COLUMN last_contact;
    `);
  }
}
