import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { Client } from 'pg';

/*
 * Reads from the catalogue of the database which tables have rows about a study, puts a row into
 * each, and finds the rows that contain an id. A table that is added later is included without a
 * change in this file.
 */

interface Column {
  readonly table: string;
  readonly column: string;
  readonly type: string;
  readonly is_needed: boolean;
  /** The table and column to which a foreign key leads. */
  readonly parent: string | null;
  readonly parent_column: string | null;
}

const ours = `n.nspname IN ('identity', 'research', 'platform', 'ledger')`;

const columnsSql = `
  SELECT t.oid::regclass::text AS table, a.attname AS column, format_type(a.atttypid, NULL) AS type,
    a.attnotnull AND NOT a.atthasdef AND a.attidentity = '' AS is_needed, f.confrelid::regclass::text AS parent,
    (SELECT p.attname FROM pg_attribute p WHERE p.attrelid = f.confrelid
      AND p.attnum = f.confkey[array_position(f.conkey, a.attnum)]) AS parent_column
  FROM pg_class t JOIN pg_namespace n ON n.oid = t.relnamespace
  JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum > 0 AND NOT a.attisdropped
  LEFT JOIN LATERAL (SELECT * FROM pg_constraint c WHERE c.conrelid = t.oid AND c.contype = 'f'
    AND a.attnum = ANY (c.conkey) ORDER BY cardinality(c.conkey) DESC LIMIT 1) f ON true
  WHERE ${ours} AND t.relkind IN ('r', 'p') AND NOT t.relispartition ORDER BY 1, 2`;

/** Columns that contain the id of a row without a foreign key, and the table of that row. */
const byName: Readonly<Record<string, string>> = {
  study_id: 'research.study',
  session_id: 'research.session',
  participation_id: 'research.participation',
  run_id: 'research.run',
};

/**
 * Tables of money. A class study has no rows in them. If it had, the erasure at the end of the term
 * would refuse to delete the study.
 */
export const moneyTables = [
  'research.session_hold',
  'research.bonus',
  'research.payment',
  'research.rejection_verdict',
];

const grouped = (columns: readonly Column[]): Map<string, Column[]> => {
  const tables = new Map<string, Column[]>();
  for (const one of columns) tables.set(one.table, [...(tables.get(one.table) ?? []), one]);
  return tables;
};

/** Makes a value of the column's type that differs from all other values. */
function valueOf({ type }: Column): unknown {
  if (type.endsWith('[]')) return '{}';
  if (type === 'uuid') return randomUUID();
  if (type === 'bytea') return randomBytes(12);
  if (type === 'jsonb' || type === 'json') return '{}';
  if (type === 'boolean') return false;
  if (/int|numeric/.test(type)) return randomInt(100, 30_000);
  if (type === 'date' || type.startsWith('timestamp')) return new Date();
  return randomBytes(8).toString('hex');
}

/**
 * Puts a row about the study into each table that may have a row about a study. The connection of
 * the owner runs no triggers, and the function drops the checks of values.
 * @returns the tables
 */
export async function fillEveryTable(owner: Client, studyId: string): Promise<string[]> {
  const { rows: checks } = await owner.query<{ sql: string }>(
    `SELECT format('ALTER TABLE %s DROP CONSTRAINT %I', c.conrelid::regclass, c.conname) AS sql
     FROM pg_constraint c JOIN pg_class t ON t.oid = c.conrelid JOIN pg_namespace n ON n.oid = t.relnamespace
     WHERE ${ours} AND c.contype = 'c' AND c.coninhcount = 0 AND NOT t.relispartition`,
  );
  for (const { sql } of checks) await owner.query(sql);
  const tables = grouped((await owner.query<Column>(columnsSql)).rows);
  /** For each table, a row that belongs to the study. */
  const known = new Map<string, Record<string, unknown>>();
  known.set('research.study', await rowOf(owner, 'research.study', 'id = $1', [studyId]));
  const parentsOf = (columns: readonly Column[]) =>
    columns.flatMap((one) => {
      const parent = one.parent ?? (one.type === 'uuid' ? byName[one.column] : undefined);
      const row = parent === undefined ? undefined : known.get(parent);
      return row ? [[one, row[one.parent_column ?? 'id']] as const] : [];
    });
  for (let before = -1; before < known.size;) {
    before = known.size;
    for (const [table, columns] of tables) {
      const parents = known.has(table) || moneyTables.includes(table) ? [] : parentsOf(columns);
      if (parents.length === 0) continue;
      known.set(table, await inserted(owner, table, columns, new Map(parents)));
    }
  }
  // Adds a second row to each table. The first row lacks a reference to each row that did not exist
  // yet.
  for (const [table, columns] of tables)
    if (known.has(table) && table !== 'research.study')
      await inserted(owner, table, columns, new Map(parentsOf(columns)));
  return [...known.keys()].sort();
}

async function rowOf(owner: Client, table: string, where: string, values: unknown[]) {
  const { rows } = await owner.query<Record<string, unknown>>(
    `SELECT * FROM ${table} WHERE ${where} LIMIT 1`,
    values,
  );
  if (!rows[0]) throw new Error(`no row of ${table}`);
  return rows[0];
}

async function inserted(
  owner: Client,
  table: string,
  columns: readonly Column[],
  parents: ReadonlyMap<Column, unknown>,
): Promise<Record<string, unknown>> {
  const given = columns.filter((one) => parents.has(one) || one.is_needed);
  const values = given.map((one) => (parents.has(one) ? parents.get(one) : valueOf(one)));
  const { rows } = await owner.query<Record<string, unknown>>(
    `INSERT INTO ${table} (${given.map(({ column }) => `"${column}"`).join()})
     VALUES (${given.map((_, n) => `$${n + 1}`).join()}) ON CONFLICT DO NOTHING RETURNING *`,
    values,
  );
  if (rows[0]) return rows[0];
  const [first] = parents;
  if (!first) throw new Error(`nothing leads from ${table} to the study`);
  return rowOf(owner, table, `"${first[0].column}" = $1`, [first[1]]);
}

/** Lists the id of a study, and the ids of all rows that lead to the study. */
export async function idsOfStudyRows(owner: Client, studyId: string): Promise<string[]> {
  const columns = (await owner.query<Column>(columnsSql)).rows;
  const ids = new Map([['research.study', new Set([studyId])]]);
  for (let before = -1, size = 1; before < size;) {
    before = size;
    for (const one of columns) {
      // A column of a foreign key may refer to a column other than `id`. Then `byName` says to
      // which table the ids in the column belong.
      const isOne = one.parent !== null && one.parent_column === 'id';
      const parent = isOne ? one.parent : one.type === 'uuid' ? byName[one.column] : undefined;
      const known = parent ? ids.get(parent) : undefined;
      // `template_id` leads from a copy to this study, and the copy is a different study.
      const isKey = one.column !== 'template_id';
      const hasId = columns.some(
        ({ table, column, type }) => table === one.table && column === 'id' && type === 'uuid',
      );
      if (!known || !isKey || !hasId) continue;
      const { rows } = await owner.query<{ id: string }>(
        `SELECT id FROM ${one.table} WHERE "${one.column}" = ANY($1::uuid[])`,
        [[...known]],
      );
      const own = ids.get(one.table) ?? new Set();
      for (const { id } of rows) own.add(id);
      if (own.size > 0) ids.set(one.table, own);
    }
    size = [...ids.values()].reduce((sum, set) => sum + set.size, 0);
  }
  return [...ids.values()].flatMap((set) => [...set]);
}

/** Hashes all rows whose text contains one of the ids. @returns the hashes by table */
export async function rowHashesContaining(
  owner: Client,
  ids: readonly string[],
): Promise<Record<string, string[]>> {
  const tables = [...new Set((await owner.query<Column>(columnsSql)).rows.map((one) => one.table))];
  const naming: Record<string, string[]> = {};
  for (const table of tables) {
    const { rows } = await owner.query<{ text: string }>(`SELECT t::text AS text FROM ${table} t`);
    const found = rows.filter(({ text }) => ids.some((id) => text.includes(id)));
    if (found.length > 0) naming[table] = found.map(({ text }) => text).sort();
  }
  return naming;
}
