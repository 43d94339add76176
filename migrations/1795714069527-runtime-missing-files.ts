import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Files that runs request and do not get are counted beside the errors of the study's code
 * (docs/decisions/run-monitoring-and-timing.md). A run is found by the hash of the key in the address of its
 * files.
 */
export class RuntimeMissingFiles1795714069527 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    await db.query(`
      ALTER TABLE research.run
        ADD COLUMN missing_files integer NOT NULL DEFAULT 0,
        ADD COLUMN serving_key_hash bytea;

      ALTER TABLE research.run_error
        ADD COLUMN kind text NOT NULL DEFAULT 'error',
        ADD COLUMN times integer NOT NULL DEFAULT 1,
        -- Not read here: records of all runs would wait for it (RunErrorKinds).
        ADD CONSTRAINT run_error_kind_check
          CHECK (kind IN ('error', 'missing_file', 'not_loaded')) NOT VALID;
      GRANT UPDATE (times) ON research.run_error TO commonlab_app;
    `);
  }

  async down(db: QueryRunner): Promise<void> {
    await db.query(`
      DELETE FROM research.run_error WHERE kind <> 'error';
      REVOKE UPDATE (times) ON research.run_error FROM commonlab_app;
      ALTER TABLE research.run_error DROP COLUMN kind, DROP COLUMN times;
      ALTER TABLE research.run DROP COLUMN missing_files, DROP COLUMN serving_key_hash;
    `);
  }
}
