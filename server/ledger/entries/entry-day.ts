import type { Transaction } from '../../platform/db/unit-of-work';

/** Reads the day (UTC) of an entry. @throws Error if the ledger has no such entry */
export async function entryDay(on: Pick<Transaction, 'query'>, entryId: string): Promise<string> {
  const [entry] = await on.query<{ day: string }>(
    `SELECT day::text AS day FROM ledger.entry WHERE id = $1`,
    [entryId],
  );
  if (!entry) throw new Error('the ledger has no such entry');
  return entry.day;
}
