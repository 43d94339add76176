import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while other transactions write to the table. Use it only in a migration with
 * `transaction = false`. If this migration is interrupted, it runs again from the beginning. So the
 * function first drops an invalid index that an interrupted build left behind.
 * @param name `schema.index`
 * @param definition the rest of the statement: `ON schema.table (column) WHERE …`
 */
export async function createIndexConcurrently(
  db: QueryRunner,
  name: string,
  definition: string,
  { unique = false } = {},
): Promise<void> {
  const [schema = '', index = ''] = name.split('.');
  const [found] = (await db.query(
    `SELECT i.indisvalid AS valid FROM pg_index i WHERE i.indexrelid = to_regclass($1)`,
    [name],
  )) as { valid: boolean }[];
  if (found?.valid) return;
  if (found) await dropIndexConcurrently(db, `${schema}.${index}`);
  await patiently(db, () =>
    db.query(`CREATE ${unique ? 'UNIQUE ' : ''}INDEX ${concurrently(db)} ${index} ${definition}`),
  );
}

/** Drops an index without blocking reads and writes of its table. Idempotent. */
export async function dropIndexConcurrently(db: QueryRunner, name: string): Promise<void> {
  await patiently(db, () => db.query(`DROP INDEX ${concurrently(db)} IF EXISTS ${name}`));
}

/**
 * Builds an index without the `lock_timeout` of migrations. A concurrent build waits for every
 * older transaction, such as a dump, but blocks no other transaction while it waits. The timeout
 * would interrupt the build, and the next attempt would start from the beginning.
 */
async function patiently(db: QueryRunner, build: () => Promise<unknown>): Promise<void> {
  if (db.isTransactionActive) return void (await build());
  await db.query('SET lock_timeout = 0');
  try {
    await build();
  } finally {
    await db.query('RESET lock_timeout');
  }
}

/**
 * The keyword CONCURRENTLY, except inside a transaction, where PostgreSQL refuses it: TypeORM
 * reverts every migration inside a transaction.
 */
const concurrently = (db: QueryRunner): string => (db.isTransactionActive ? '' : 'CONCURRENTLY');
