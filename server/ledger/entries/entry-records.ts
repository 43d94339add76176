import type { Transaction } from '../../platform/db/unit-of-work';
import type { NewPosting } from './entry.rule';
import { postingsOf } from './post-entries';

type Source = Pick<Transaction, 'query'>;

export interface EntryRecord {
  readonly id: string;
  readonly key: string;
  readonly kind: string;
  readonly reverses: string | null;
  readonly postings: readonly NewPosting[];
}

/** Reads the entries under these keys, by key; a key without an entry is left out. */
export async function entriesByKeys(
  source: Source,
  keys: readonly string[],
): Promise<Map<string, EntryRecord>> {
  const rows = await source.query<Omit<EntryRecord, 'postings'>>(
    `SELECT id, key, kind, reverses FROM ledger.entry WHERE key = ANY($1::text[])`,
    [keys],
  );
  const postings = await postingsOf(
    source,
    rows.map(({ id }) => id),
  );
  return new Map(rows.map((row) => [row.key, { ...row, postings: postings.get(row.id) ?? [] }]));
}

/**
 * Reads a page of the entries whose key begins with a prefix, in the order of their ids.
 * @param after the last id of the previous page
 */
export const entryKeysWithPrefix = (
  source: Source,
  prefix: string,
  after: string | null,
  limit: number,
): Promise<{ id: string; key: string }[]> =>
  source.query(
    `SELECT id, key FROM ledger.entry
     WHERE starts_with(key, $1) AND ($2::uuid IS NULL OR id > $2) ORDER BY id LIMIT $3`,
    [prefix, after, limit],
  );

/** Finds the last day (UTC) of the entries whose key begins with a prefix; null if there is none. */
export async function lastEntryDayWithPrefix(
  source: Source,
  prefix: string,
): Promise<string | null> {
  const [row] = await source.query<{ day: string | null }>(
    `SELECT max(day)::text AS day FROM ledger.entry WHERE starts_with(key, $1)`,
    [prefix],
  );
  return row?.day ?? null;
}

/** Reads the keys of all entries that have a posting on these accounts, by account. */
export async function entryKeysOfAccounts(
  source: Source,
  accountIds: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await source.query<{ account_id: string; keys: string[] }>(
    `SELECT p.account_id, array_agg(e.key) AS keys
     FROM ledger.posting p JOIN ledger.entry e ON e.id = p.entry_id
     WHERE p.account_id = ANY($1::uuid[]) GROUP BY p.account_id`,
    [accountIds],
  );
  return new Map(rows.map(({ account_id, keys }) => [account_id, keys]));
}

/** Reads the ids and balances of all accounts of these kinds. */
export async function accountsOfKinds(
  source: Source,
  kinds: readonly string[],
): Promise<{ id: string; kind: string; unit: string; balance: number }[]> {
  const rows = await source.query<{ id: string; kind: string; unit: string; balance: string }>(
    `SELECT id, kind, unit, balance FROM ledger.account WHERE kind = ANY($1::text[]) ORDER BY id`,
    [kinds],
  );
  return rows.map((row) => ({ ...row, balance: Number(row.balance) }));
}
