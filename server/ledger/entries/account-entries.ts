import type { Transaction } from '../../platform/db/unit-of-work';
import type { AccountKind } from '../account.entity';
import { balancesOf } from '../accounts';
import { postingsOf } from './post-entries';

type Source = Pick<Transaction, 'query'>;

export interface EntryFilter {
  /** The first and the last day of the entries, `YYYY-MM-DD` (UTC), both included. */
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  /** Kinds of entries; undefined for all. */
  readonly kinds?: readonly string[] | undefined;
}

export interface EntryPosition {
  readonly day: string;
  readonly id: string;
}

/** An entry with all of its postings, in minor units of `unit`. */
export interface AccountEntry extends EntryPosition {
  readonly kind: string;
  readonly unit: string;
  readonly postings: readonly {
    readonly account: string;
    readonly kind: AccountKind;
    readonly amount: number;
  }[];
}

/**
 * SQL condition: the entry matches an EntryFilter. Its parameters, each of which may be null, are
 * $2 the first day, $3 the last day, $4 the kinds.
 * @param e an alias of ledger.entry
 */
const matchesSql = (
  e: string,
) => `($2::date IS NULL OR ${e}.day >= $2) AND ($3::date IS NULL OR ${e}.day <= $3)
  AND ($4::text[] IS NULL OR ${e}.kind = ANY($4))`;

/**
 * SQL: for each of the accounts, the ids of the entries that have a posting on it. LATERAL and
 * OFFSET 0 make PostgreSQL look up each account by the index, even if PostgreSQL estimates that
 * reading the whole table is faster.
 * @param accounts a relation `o` with the column `id`
 */
const touchedSql = (accounts: string) =>
  `${accounts} CROSS JOIN LATERAL (SELECT p.entry_id FROM ledger.posting p WHERE p.account_id = o.id OFFSET 0) t`;

/**
 * Reads the entries that have a posting on any of the accounts, each once, the newest day first.
 * Within a day they are in the order of their ids, which are random: an order by time would reveal
 * who acted first.
 * @param after the last entry of the previous page
 */
export async function entriesOf(
  source: Source,
  accountIds: readonly string[],
  { from, to, kinds }: EntryFilter,
  limit: number,
  after: EntryPosition | null = null,
): Promise<AccountEntry[]> {
  const entries = await source.query<EntryPosition & { kind: string }>(
    `SELECT e.id, e.day::text AS day, e.kind
     FROM (SELECT DISTINCT t.entry_id FROM ${touchedSql('unnest($1::uuid[]) AS o (id)')}) t
     JOIN ledger.entry e ON e.id = t.entry_id
     WHERE ${matchesSql('e')} AND ($5::date IS NULL OR (e.day, e.id) < ($5::date, $6::uuid))
     ORDER BY e.day DESC, e.id DESC LIMIT $7`,
    [
      accountIds,
      from ?? null,
      to ?? null,
      kinds ?? null,
      after?.day ?? null,
      after?.id ?? null,
      limit,
    ],
  );
  // A second statement reads the postings. It may see a later state of the database, which does no
  // harm: neither postings nor the kinds of accounts ever change.
  const postings = await postingsOf(
    source,
    entries.map(({ id }) => id),
  );
  const accounts = await balancesOf(source, [
    ...new Set([...postings.values()].flatMap((some) => some.map((one) => one.accountId))),
  ]);
  return entries.map((entry) => {
    const own = (postings.get(entry.id) ?? []).flatMap(({ accountId, amount }) => {
      const account = accounts.get(accountId);
      return account
        ? [{ account: accountId, kind: account.kind, unit: account.unit, amount }]
        : [];
    });
    return { ...entry, unit: own[0]?.unit ?? '', postings: own };
  });
}

/**
 * A sum of amounts, for one owner, one kind of entry, one month, one kind of account and one unit.
 */
export interface EntrySum {
  /** The owner that the caller of `entrySumsOf` gave for the account. */
  readonly owner: string | null;
  readonly kind: string;
  /** `YYYY-MM`. */
  readonly month: string;
  readonly account: AccountKind;
  readonly unit: string;
  /** Minor units. */
  readonly amount: number;
  readonly entries: number;
}

/**
 * Adds up the postings of all entries that have a posting on any of the accounts. An entry counts
 * once, even if it has postings on several of the accounts. If these accounts have different
 * owners, the entry counts for only one owner.
 * @param accounts the accounts, each with the owner for whom its entries count (null for none)
 */
export async function entrySumsOf(
  source: Source,
  accounts: readonly { readonly id: string; readonly owner: string | null }[],
  { from, to, kinds }: EntryFilter,
): Promise<EntrySum[]> {
  const rows = await source.query<Omit<EntrySum, 'amount'> & { amount: string }>(
    `WITH touched AS (
       SELECT t.entry_id, max(o.owner::text) AS owner
       FROM ${touchedSql('jsonb_to_recordset($1::jsonb) AS o (id uuid, owner uuid)')} GROUP BY t.entry_id)
     SELECT t.owner, e.kind, to_char(e.day, 'YYYY-MM') AS month, a.kind AS account, a.unit,
       sum(p.amount)::text AS amount, count(*)::int AS entries
     FROM touched t JOIN ledger.entry e ON e.id = t.entry_id
     CROSS JOIN LATERAL (
       SELECT p.account_id, p.amount FROM ledger.posting p WHERE p.entry_id = e.id OFFSET 0) p
     JOIN ledger.account a ON a.id = p.account_id
     WHERE ${matchesSql('e')}
     GROUP BY t.owner, e.kind, month, a.kind, a.unit`,
    [JSON.stringify(accounts), from ?? null, to ?? null, kinds ?? null],
  );
  return rows.map((row) => ({ ...row, amount: Number(row.amount) }));
}
