import type { QueryRunner } from 'typeorm';

/**
 * Builds an index while the table is written to. To be used only in a migration with `transaction = false`; such a
 * migration may end between two statements, so each statement can run twice: an index that an interrupted build left
 * invalid is dropped first.
 * @param name `schema.index`
 * @param definition what follows the name: `ON schema.table (column) WHERE …`
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

/** Drops an index without blocking reads and writes of its table; idempotent. */
export async function dropIndexConcurrently(db: QueryRunner, name: string): Promise<void> {
  await patiently(db, () => db.query(`DROP INDEX ${concurrently(db)} IF EXISTS ${name}`));
}

/**
 * A concurrent build waits for every older transaction, a dump for one, and holds nobody up while it
 * waits; the `lock_timeout` of migrations would end it, and the next try would begin from nothing.
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

/** TypeORM undoes every migration inside a transaction, where PostgreSQL refuses the word. */
const concurrently = (db: QueryRunner): string => (db.isTransactionActive ? '' : 'CONCURRENTLY');
