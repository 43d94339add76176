import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The schema, the old and the new name of each table. */
const tables = [
  ['platform', 'done', 'processed_event'],
  ['platform', 'attempt', 'rate_limit_counter'],
  ['platform', 'object', 'stored_file'],
  ['identity', 'proven_identity', 'pending_identity_link'],
  ['identity', 'spent_token', 'used_id_token'],
] as const;

/**
 * Renames a table with its indexes and constraints, whose names begin with the table's name.
 * Columns and grants need no change: both follow the table.
 */
async function rename(db: QueryRunner, schema: string, from: string, to: string): Promise<void> {
  const constraints = (await db.query(
    `SELECT conname AS name FROM pg_constraint
     WHERE conrelid = $1::regclass AND starts_with(conname, $2)`,
    [`${schema}.${from}`, `${from}_`],
  )) as { name: string }[];
  for (const { name } of constraints)
    await db.query(
      `ALTER TABLE ${schema}.${from} RENAME CONSTRAINT ${name} TO ${name.replace(from, to)}`,
    );
  // Read after the constraints: renaming one renames its index.
  const indexes = (await db.query(
    `SELECT indexname AS name FROM pg_indexes
     WHERE schemaname = $1 AND tablename = $2 AND starts_with(indexname, $3)`,
    [schema, from, `${from}_`],
  )) as { name: string }[];
  for (const { name } of indexes)
    await db.query(`ALTER INDEX ${schema}.${name} RENAME TO ${name.replace(from, to)}`);
  await db.query(`ALTER TABLE ${schema}.${from} RENAME TO ${to}`);
}

/**
 * Renames tables to the usual technical terms. An older server cannot run beside this one (docs/operating.md,
 * updating).
 */
export class TableNames1795324000000 implements MigrationInterface {
  async up(db: QueryRunner): Promise<void> {
    for (const [schema, from, to] of tables) await rename(db, schema, from, to);
  }

  async down(db: QueryRunner): Promise<void> {
    for (const [schema, from, to] of tables) await rename(db, schema, to, from);
  }
}
