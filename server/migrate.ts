import { setTimeout as pause } from 'node:timers/promises';
import { DataSource, MigrationExecutor, type QueryRunner } from 'typeorm';
import { baselines, migrations } from '../migrations/all';
import { foldedMigrations } from '../migrations/folded-migrations';
import { capabilities } from './contexts';
import { connect, migrationOptions } from './platform/db/database';
import { retryOnLockConflict } from './platform/db/retry-on-lock-conflict';
import { recordBaselineMigrations } from './platform/db/record-baselines';
import { createDatabaseRoles } from './platform/db/roles';
import { migrateQueueTables } from './platform/messaging/queues';

const advisoryLock = 0x434c4d47; // "CLMG"

/**
 * Creates the roles, runs the migrations, and creates the tables of the job queue in PostgreSQL. An
 * advisory lock makes processes that start together do this one after the other.
 * @returns `ran`: the names of the migrations that ran. `recorded`: whether the database already
 * had the tables of the baseline migrations, so that these were recorded as done without running
 * @throws DatabaseRefusedError if this version cannot work with the database, which is then left
 * unchanged
 */
export async function migrateDatabase(
  ownerUrl: string,
  applicationUrl: string,
): Promise<{ ran: string[]; recorded: boolean }> {
  const source = await connect(migrationOptions(ownerUrl, capabilities.entities, migrations));
  const lock = source.createQueryRunner();
  try {
    await lock.query('SET lock_timeout = 0'); // a migration by a different process may take long
    await holdLock(lock);
    const known = migrations.map(({ name }) => name);
    const recorded = await retryOnLockConflict(() =>
      recordBaselineMigrations(source, { known, baselines, folded: foldedMigrations }),
    );
    await createDatabaseRoles(ownerUrl, applicationUrl);
    const ran = await runMigrationsWithRetry(source);
    await migrateQueueTables(ownerUrl);
    return { ran, recorded };
  } finally {
    await lock.query('SELECT pg_advisory_unlock($1)', [advisoryLock]);
    await lock.release();
    await source.destroy();
  }
}

/**
 * Waits until no other process migrates: it tries again and again to get the lock. A statement that
 * waited for the lock would hold a snapshot. A process that builds an index concurrently waits
 * until all snapshots have ended. So the two processes would wait for each other.
 */
async function holdLock(lock: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await lock.query('SELECT pg_try_advisory_lock($1) AS held', [advisoryLock])) as {
      held: boolean;
    }[];
    if (row?.held) return;
    await pause(200);
  }
}

/**
 * Runs the migrations. Each has its own transaction, so that a migration that timed out while it
 * waited for a lock can be retried without repeating the migrations before it. Between two
 * attempts, other statements proceed.
 * @returns the names of the migrations that ran
 * @throws PostgreSQL's error, if no attempt succeeds within `patienceMs`
 */
export async function runMigrationsWithRetry(
  source: DataSource,
  patienceMs?: number,
): Promise<string[]> {
  const names = async () =>
    (await new MigrationExecutor(source).getExecutedMigrations()).map(({ name }) => name);
  const before = new Set(await names());
  await retryOnLockConflict(() => source.runMigrations(), { ...(patienceMs && { patienceMs }) });
  return (await names()).filter((name) => !before.has(name)).reverse();
}

/**
 * Lists the statements that TypeORM would run to make the tables match the entities. The list
 * should be empty.
 */
export async function findSchemaDrift(ownerUrl: string): Promise<string[]> {
  const source: DataSource = await connect(
    migrationOptions(ownerUrl, capabilities.entities, migrations),
  );
  try {
    const sql = await source.driver.createSchemaBuilder().log();
    return sql.upQueries.map((q) => q.query);
  } finally {
    await source.destroy();
  }
}
