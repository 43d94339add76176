import { Client } from 'pg';
import { hiddenContentOf } from './opening/hidden-content';

/**
 * A row of a dump of the database, with all values that can join it to other rows. The dump does
 * not contain the secret key.
 */
export interface DumpedRow {
  table: string;
  /**
   * Every id, hash and text in the row, and the ids of the transactions that wrote and locked the
   * row.
   */
  marks: Set<string>;
}

/**
 * Yields all values, and the ids inside longer values. Looks into JSON and into compressed content.
 */
function* leaves(value: unknown): Generator<string> {
  if (typeof value === 'string') {
    yield value;
    yield* value.match(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g) ?? [];
    const inside = hiddenContentOf(value);
    if (inside !== undefined && typeof inside !== 'string') yield* leaves(inside);
  } else if (value !== null && typeof value === 'object')
    for (const one of Object.values(value)) yield* leaves(one);
}

/**
 * Whether a value can join two rows: an id, a hash or an address can; a word or a sentence cannot.
 */
const isTelling = (value: string) => /^\S{16,}$/.test(value) && !/^\d{4}-\d\d-\d\dT/.test(value);

export async function dumpAllTables(ownerUrl: string): Promise<DumpedRow[]> {
  const owner = new Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows: tables } = await owner.query<{ name: string }>(
      `SELECT c.oid::regclass::text AS name FROM pg_class c JOIN pg_namespace n ON n.oid = c.relnamespace
       WHERE n.nspname NOT IN ('bullmq', 'information_schema', 'public') AND n.nspname NOT LIKE 'pg\\_%' AND c.relkind = 'r'`,
    );
    const all: DumpedRow[] = [];
    for (const { name } of tables) {
      const { rows } = await owner.query<{ xmin: string; xmax: string; row: object }>(
        `SELECT t.xmin::text, t.xmax::text, to_jsonb(t) AS row FROM ${name} t`,
      );
      for (const { xmin, xmax, row } of rows)
        all.push({
          table: name,
          marks: new Set([
            ...[...leaves(row)].filter(isTelling),
            ...[xmin, xmax].filter((x) => x !== '0').map((x) => `transaction ${x}`),
          ]),
        });
    }
    return all;
  } finally {
    await owner.end();
  }
}

/**
 * Returns, for each id, the linkable values in the rows that contain the id. By a linkable value,
 * an observer could join a row to other rows.
 */
export const linkableValuesOf = (
  rows: readonly DumpedRow[],
  ids: readonly string[],
): Set<string>[] =>
  ids.map((id) => new Set(rows.flatMap(({ marks }) => (marks.has(id) ? [...marks] : []))));

/**
 * Like `linkableValuesOf`. If one transaction wrote a row with the id and a row without the id,
 * also returns the linkable values in the row without the id.
 */
export const linkableValuesByTransaction = (
  rows: readonly DumpedRow[],
  ids: readonly string[],
): Set<string>[] =>
  ids.map((id) => {
    const named = rows.filter(({ marks }) => marks.has(id));
    const transactions = new Set(
      named.flatMap(({ marks }) => [...marks].filter((mark) => mark.startsWith('transaction '))),
    );
    const beside = rows.filter(({ marks }) => [...transactions].some((one) => marks.has(one)));
    return new Set([...named, ...beside].flatMap(({ marks }) => [...marks]));
  });

/**
 * Returns, for each set, the values that no other set has. So values that participants share, such
 * as the id of a common study, are left out.
 */
export function unsharedValues(sets: readonly Set<string>[]): Set<string>[] {
  const count = new Map<string, number>();
  for (const set of sets) for (const mark of set) count.set(mark, (count.get(mark) ?? 0) + 1);
  return sets.map((set) => new Set([...set].filter((mark) => count.get(mark) === 1)));
}

export const sharedValues = (one: ReadonlySet<string>, other: ReadonlySet<string>): string[] =>
  [...one].filter((mark) => other.has(mark));
