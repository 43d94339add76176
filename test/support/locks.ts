import type { DataSource } from 'typeorm';

/** How many connections to this database wait for a lock that another one holds. */
export async function waitingForLocks(source: DataSource): Promise<number> {
  const [row]: { n: number }[] = await source.query(
    `SELECT count(DISTINCT l.pid)::int AS n FROM pg_locks l JOIN pg_stat_activity a ON a.pid = l.pid
     WHERE NOT l.granted AND a.datname = current_database()`,
  );
  return row?.n ?? 0;
}
