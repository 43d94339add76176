import type { Transaction } from '../../platform/db/unit-of-work';
import { violatedConstraint } from '../../platform/db/violated-constraint';
import { DomainError } from '../../platform/errors/errors';
import { areEqualBytes } from '../../platform/security/same-bytes';
import { sha256 } from '../../platform/security/secrets';
import {
  mustBeWellFormedEntry,
  entryComparisonText,
  sortPostingsByAccount,
  type NewEntry,
  type NewPosting,
} from './entry.rule';

export interface PostedEntry {
  readonly id: string;
  readonly key: string;
  /**
   * Whether this request posted the entry; false if an earlier request with the same key had posted
   * it already.
   */
  readonly isNew: boolean;
}

interface Row {
  id: string;
  key: string;
}

/**
 * Posts entries in the caller's transaction. It locks all accounts first, in the order of their
 * ids, so that two transactions never wait for each other. An entry whose key exists already
 * changes nothing.
 * @param entries entries with different keys
 * @returns the posted entries, in the order of `entries`
 * @throws DomainError `insufficient_funds` if an account would fall below its minimum,
 * `idempotency_conflict` if a key was used for another request
 */
export async function postEntries(
  tx: Transaction,
  entries: readonly NewEntry[],
): Promise<PostedEntry[]> {
  for (const entry of entries) mustBeWellFormedEntry(entry);
  if (new Set(entries.map(({ key }) => key)).size < entries.length)
    throw new Error('two ledger entries under one key');
  if (entries.length === 0) return [];
  const accounts = new Set(entries.flatMap(({ postings }) => postings.map((one) => one.accountId)));
  await tx.query(`SELECT ledger.lock_accounts($1::uuid[])`, [[...accounts]]);
  const requests = new Map(entries.map((entry) => [entry.key, sha256(entryComparisonText(entry))]));
  const added = await insertEntries(tx, entries, requests);
  const former = await formerEntries(
    tx,
    entries.map(({ key }) => key).filter((key) => !added.has(key)),
    requests,
  );
  await insertPostings(
    tx,
    entries.filter(({ key }) => added.has(key)),
    added,
  );
  return entries.map(({ key }) => {
    const id = added.get(key) ?? former.get(key);
    if (id === undefined) throw new Error(`ledger entry ${key} was neither found nor added`);
    return { id, key, isNew: added.has(key) };
  });
}

/**
 * Inserts the entries whose keys do not exist yet. Waits while another transaction inserts the same
 * key.
 * @returns the ids of the inserted entries, by key
 */
async function insertEntries(
  tx: Transaction,
  entries: readonly NewEntry[],
  requests: ReadonlyMap<string, Buffer>,
): Promise<Map<string, string>> {
  const rows = await tx.query<Row>(
    `INSERT INTO ledger.entry (id, day, kind, key, request, postings, reverses)
     SELECT gen_random_uuid(), e.day, e.kind, e.key, decode(e.request, 'hex'), e.postings, e.reverses
     FROM jsonb_to_recordset($1::jsonb)
       AS e (day date, kind text, key text, request text, postings smallint, reverses uuid)
     ORDER BY e.key
     ON CONFLICT (key) DO NOTHING RETURNING id, key`,
    [
      JSON.stringify(
        entries.map(({ day, kind, key, postings, reverses }) => ({
          day,
          kind,
          key,
          request: requests.get(key)?.toString('hex'),
          postings: postings.length,
          reverses: reverses ?? null,
        })),
      ),
    ],
  );
  return new Map(rows.map(({ id, key }) => [key, id]));
}

async function formerEntries(
  tx: Transaction,
  keys: readonly string[],
  requests: ReadonlyMap<string, Buffer>,
): Promise<Map<string, string>> {
  if (keys.length === 0) return new Map();
  const rows = await tx.query<Row & { request: Buffer }>(
    `SELECT id, key, request FROM ledger.entry WHERE key = ANY($1::text[])`,
    [keys],
  );
  for (const { key, request } of rows)
    if (!areEqualBytes(request, requests.get(key) ?? Buffer.alloc(0)))
      throw new DomainError('idempotency_conflict');
  return new Map(rows.map(({ id, key }) => [key, id]));
}

async function insertPostings(
  tx: Transaction,
  entries: readonly NewEntry[],
  ids: ReadonlyMap<string, string>,
): Promise<void> {
  if (entries.length === 0) return;
  const rows = entries.flatMap(({ key, postings }) =>
    sortPostingsByAccount(postings).map(({ accountId, amount }) => ({
      entry_id: ids.get(key),
      account_id: accountId,
      amount,
    })),
  );
  try {
    await tx.query(
      `INSERT INTO ledger.posting (entry_id, account_id, amount)
       SELECT p.entry_id, p.account_id, p.amount
       FROM jsonb_to_recordset($1::jsonb) AS p (entry_id uuid, account_id uuid, amount bigint)`,
      [JSON.stringify(rows)],
    );
  } catch (error) {
    if (violatedConstraint(error) === 'account_balance_check')
      throw new DomainError('insufficient_funds');
    throw error;
  }
}

/** Reads the postings of entries, by the entry's id. */
export async function postingsOf(
  tx: Pick<Transaction, 'query'>,
  entryIds: readonly string[],
): Promise<Map<string, NewPosting[]>> {
  const rows = await tx.query<{ entry_id: string; account_id: string; amount: string }>(
    `SELECT entry_id, account_id, amount FROM ledger.posting WHERE entry_id = ANY($1::uuid[])`,
    [entryIds],
  );
  const found = new Map<string, NewPosting[]>();
  for (const { entry_id, account_id, amount } of rows)
    found.set(entry_id, [
      ...(found.get(entry_id) ?? []),
      { accountId: account_id, amount: Number(amount) },
    ]);
  return found;
}
