import type { Client } from 'pg';

/**
 * Columns whose numbers differ between two runs:
 * - `id`: a sequence gives the ids, and a transaction that is rolled back also uses up an id;
 * - `size`: the size of a compressed file;
 * - `tries`: how often a process began to write the file.
 */
const unpredictable = new Set(['id', 'size', 'tries']);
const numbers = new Set(['smallint', 'integer', 'bigint', 'numeric']);
/** Columns whose values are from a short list of words. */
const lists = /^(state|kind|outcome|reason|name|action|role)$/;

/**
 * Builds one statement that describes each table: its number of rows, the sum of each column of
 * numbers, and how many rows have each state or kind.
 */
async function descriptionSql(rows: Client): Promise<string> {
  const { rows: columns } = await rows.query<{ table: string; column: string; type: string }>(
    `SELECT format('%I.%I', c.table_schema, c.table_name) AS table,
       quote_ident(c.column_name) AS column, c.data_type AS type
     FROM information_schema.columns c
     JOIN information_schema.tables t USING (table_schema, table_name)
     WHERE t.table_type = 'BASE TABLE'
       AND c.table_schema NOT IN ('pg_catalog', 'information_schema')
     ORDER BY 1, 2`,
  );
  const tables = new Map<string, string[]>();
  for (const { table, column, type } of columns) {
    const parts = tables.get(table) ?? ["'rows', count(*)"];
    tables.set(table, parts);
    if (numbers.has(type) && !unpredictable.has(column))
      parts.push(`'${column}', sum(${column}::numeric)`);
    if (lists.test(column) && type !== 'uuid')
      parts.push(`'${column}', array_agg(${column}::text ORDER BY ${column}::text)`);
  }
  return [...tables]
    .map(
      ([table, parts]) =>
        `SELECT '${table}' AS table, jsonb_build_object(${parts.join(', ')}) AS content FROM ${table}`,
    )
    .join(' UNION ALL ');
}

/** Describes each table, by its name, as a database presently contains it. */
export async function contentsOfTables(
  rows: Client,
): Promise<Record<string, Record<string, unknown>>> {
  const { rows: found } = await rows.query<{ table: string; content: Record<string, unknown> }>(
    await descriptionSql(rows),
  );
  return Object.fromEntries(found.map(({ table, content }) => [table, content]));
}
