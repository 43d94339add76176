import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Computes the balances of accounts at the beginning of a day, in minor units, as the sum of their earlier entries.
 * @param day UTC, `YYYY-MM-DD`
 * @returns by account; an account without an earlier entry is left out
 */
export async function balancesBeforeDay(
  on: Pick<Transaction, 'query'>,
  accountIds: readonly string[],
  day: string,
): Promise<Map<string, number>> {
  const rows = await on.query<{ account_id: string; amount: string }>(
    `SELECT p.account_id, sum(p.amount)::text AS amount FROM ledger.posting p JOIN ledger.entry e ON e.id = p.entry_id
     WHERE p.account_id = ANY($1::uuid[]) AND e.day < $2::date GROUP BY p.account_id`,
    [accountIds, day],
  );
  return new Map(rows.map(({ account_id, amount }) => [account_id, Number(amount)]));
}
