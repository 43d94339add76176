import { Client } from 'pg';
import type { RunningApp } from '../../support/app/launch-app';

/**
 * Locks rows on a separate connection, as a long transaction of a different program does.
 * @returns a function that ends the transaction
 */
export async function lockTableRows(
  run: Pick<RunningApp, 'engines'>,
  table:
    | 'research.session'
    | 'research.participation'
    | 'research.consent'
    | 'research.slot'
    | 'research.study'
    | 'identity.account',
  ...ids: string[]
): Promise<() => Promise<void>> {
  const foreign = new Client({ connectionString: run.engines.migrationDatabaseUrl });
  await foreign.connect();
  await foreign.query('BEGIN');
  await foreign.query(`SELECT 1 FROM ${table} WHERE id = ANY($1::uuid[]) FOR UPDATE`, [ids]);
  return () => foreign.end();
}
