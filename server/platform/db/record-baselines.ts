import type { DataSource } from 'typeorm';
import { catalogueOf, fingerprintOf } from './catalogue';
import { checkFingerprint, migrationState, type FoldedMigrations } from './migration-state.rule';

/** Names end with their timestamp, as TypeORM requires. */
const timestampOf = (name: string) => name.slice(-13);

/**
 * If the database is at the last squashed migration, records the baseline migrations as done, without running them; it
 * changes nothing else, so that the previous version can still run on the database. Safe when several processes start
 * at the same time.
 * @returns whether they were recorded
 * @throws DatabaseRefused where this version cannot work with the database, which is then left unchanged
 */
export async function recordBaselines(
  source: DataSource,
  of: { known: readonly string[]; baselines: readonly string[]; folded: FoldedMigrations },
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
      return migrationState(
        executed.map(({ name }) => name),
        of,
      );
    };
    if ((await state()) === 'continue') return false;
    await manager.query('LOCK TABLE migration IN SHARE ROW EXCLUSIVE MODE');
    // Another process may have recorded them while this one waited for the lock.
    if ((await state()) === 'continue') return false;
    checkFingerprint(fingerprintOf(await catalogueOf(manager)), of.folded);
    await manager.query(
      `INSERT INTO migration (timestamp, name)
       SELECT * FROM unnest($1::bigint[], $2::text[])`,
      [of.baselines.map(timestampOf), of.baselines],
    );
    return true;
  });
}
