import { startPostgres } from '../engines/postgres.mjs';
import { programPath } from '../paths.mjs';
import { runNode } from './run-node.mjs';

/** @typedef {{ ok: boolean, output: string }} Outcome */

/**
 * Starts a PostgreSQL of its own, migrates an empty database, and runs a check on it.
 * @param {'server/drift.main' | 'server/migrate.main'} by the program that migrates the database
 * @param {(ownerUrl: string, output: string) => Promise<Outcome>} check gets the output of the
 *   program
 * @returns {Promise<Outcome>} the outcome of the check; if the migration fails, the outcome of the
 *   migration
 */
export async function checkMigratedDatabase(by, check) {
  const postgres = await startPostgres();
  try {
    await postgres.ensureDatabase('drift');
    const migrated = await runNode([programPath(by)], {
      DATABASE_URL: postgres.serverUrl('drift'),
      MIGRATION_DATABASE_URL: postgres.ownerUrl('drift'),
      REDIS_URL: '',
      SMTP_URL: 'smtp://127.0.0.1:1',
      SECRET_KEY: 'k'.repeat(43),
      DEMO: '0',
    });
    return migrated.ok ? await check(postgres.ownerUrl('drift'), migrated.output) : migrated;
  } finally {
    await postgres.stop();
  }
}
