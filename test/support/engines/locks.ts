import type { DataSource } from 'typeorm';

/** Counts the connections to this database that wait for a lock of a different connection. */
export async function countLockWaits(source: DataSource): Promise<number> {
  const [row]: { n: number }[] = await source.query(
    `SELECT count(DISTINCT l.pid)::int AS n FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE NOT l.granted AND a.datname = current_database()`,
  );
  return row?.n ?? 0;
}
