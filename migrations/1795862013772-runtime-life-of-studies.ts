import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What the page around a study reports beside the errors of its code: addresses that were blocked or failed,
 * that the study did not start, that it stopped; and which researchers of the study were notified.
 */
export class RuntimeLifeOfStudies1795862013772 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.run_error DROP CONSTRAINT run_error_kind_check;
      ALTER TABLE research.run_error ADD CONSTRAINT run_error_kind_check
        CHECK (kind IN ('error', 'missing_file', 'not_loaded', 'no_end', 'blocked', 'load_failed',
          'not_started', 'stuck', 'began')) NOT VALID;
      CREATE INDEX run_error_not_started ON research.run_error (run_id) WHERE kind = 'not_started';

      CREATE TABLE research.told_never_began (
        session_id uuid NOT NULL CONSTRAINT told_never_began_session_id_fkey
          REFERENCES research.session (id) ON DELETE CASCADE,
        account_id uuid NOT NULL,
        CONSTRAINT told_never_began_pkey PRIMARY KEY (session_id, account_id)
      );
      GRANT SELECT, INSERT, DELETE ON research.told_never_began TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DROP TABLE research.told_never_began;
      DROP INDEX research.run_error_not_started;
      DELETE FROM research.run_error WHERE kind NOT IN ('error', 'missing_file', 'not_loaded', 'no_end');
      ALTER TABLE research.run_error DROP CONSTRAINT run_error_kind_check;
      ALTER TABLE research.run_error ADD CONSTRAINT run_error_kind_check
        CHECK (kind IN ('error', 'missing_file', 'not_loaded', 'no_end'));
    `);
  }
}
