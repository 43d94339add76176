import type { DataSource } from 'typeorm';
import { readSchemaCatalogue, schemaFingerprintOf } from './schema-catalogue';
import {
  checkSchemaFingerprint,
  decideMigrationAction,
  type SquashedMigrations,
} from './migration-state.rule';

/** Returns the timestamp at the end of a migration's name, which TypeORM requires there. */
const timestampOf = (name: string) => name.slice(-13);

/**
 * Records the baseline migrations as done, without running them, if the last migration that ran in
 * the database is the last squashed one. It changes nothing else, so the previous version can still
 * use the database. Several processes may call it at the same time.
 * @returns whether they were recorded
 * @throws DatabaseRefusedError if this version cannot work with the database, which is then left
 * unchanged
 */
export async function recordBaselineMigrations(
  source: DataSource,
  of: { known: readonly string[]; baselines: readonly string[]; folded: SquashedMigrations },
): Promise<boolean> {
  return source.transaction(async (manager) => {
    const [table] = await manager.query<{ name: string | null }[]>(
      `SELECT to_regclass('migration')::text AS name`,
    );
    if (!table?.name) return false;
    const state = async () => {
      const executed = await manager.query<{ name: string }[]>(
        'SELECT name FROM migration ORDER BY timestamp, id',
      );
      return decideMigrationAction(
        executed.map(({ name }) => name),
        of,
      );
    };
    if ((await state()) === 'continue') return false;
    await manager.query('LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE');
    // Another process may have recorded the baselines while this process waited for the lock.
    if ((await state()) === 'continue') return false;
    checkSchemaFingerprint(schemaFingerprintOf(await readSchemaCatalogue(manager)), of.folded);
    await manager.query(
      `INSERT INTO migration (timestamp, name)
       SELECT * FROM unnest($1::bigint[], $2::text[])`,
      [of.baselines.map(timestampOf), of.baselines],
    );
    return true;
  });
}
