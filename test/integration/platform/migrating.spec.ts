import { Client } from 'pg';
import type { MigrationInterface, QueryRunner } from 'typeorm';
import { migrations } from '../../../migrations/all';
import { capabilities } from '../../../server/contexts';
import { runMigrationsWithRetry } from '../../../server/migrate';
import { connect, migrationOptions } from '../../../server/platform/db/database';
import { eventually } from '../../support/chance/wait';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';

let running: RunningApp;
beforeAll(async () => {
  // The tests change a table temporarily, so they need their own application.
  running = await startApp({ clock: new TestClock() });
});
afterAll(() => running.close());

class Probe1999999999999 implements MigrationInterface {
  up = (db: QueryRunner) => db.query('ALTER TABLE identity.export ADD COLUMN probe integer');
  down = (db: QueryRunner) => db.query('ALTER TABLE identity.export DROP COLUMN probe');
}

/** Opens a new connection to the database of this file. */
async function client(): Promise<Client> {
  const opened = new Client({ connectionString: running.engines.migrationDatabaseUrl });
  await opened.connect();
  return opened;
}

describe('A migration of a table that a long transaction reads', () => {
  it('lets other queries through while it waits, and completes after the transaction', async () => {
    const source = await connect(
      migrationOptions(running.engines.migrationDatabaseUrl, capabilities.entities, [
        ...migrations,
        Probe1999999999999,
      ]),
    );
    const [reader, other] = await Promise.all([client(), client()]);
    try {
      await reader.query('BEGIN');
      await reader.query('SELECT 1 FROM identity.export LIMIT 1');
      let migrated: readonly string[] | undefined;
      const migrating = runMigrationsWithRetry(source).then((names) => {
        migrated = names;
      });
      const waiting = async () =>
        (
          await other.query(
            `SELECT 1 FROM pg_locks WHERE relation = 'identity.export'::regclass AND NOT granted`,
          )
        ).rowCount;
      await eventually(waiting, (n) => n !== 0);
      await eventually(waiting, (n) => n === 0);
      expect((await other.query('SELECT 1 FROM identity.export LIMIT 1')).command).toBe('SELECT');
      expect(migrated).toBeUndefined();
      await reader.query('COMMIT');
      await migrating;
      expect(migrated).toEqual([Probe1999999999999.name]);
      expect(await runMigrationsWithRetry(source)).toEqual([]);
    } finally {
      await Promise.all([reader.end(), other.end(), source.destroy()]);
    }
    // Time limit: the migration gives up and retries until the transaction ends.
  }, 30_000);
});
