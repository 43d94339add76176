import { isGiftCodeSupplyLow } from './stock.rule';
import { randomId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { stocksSql, type CountedGiftCodeStock } from './stock.sql';

/**
 * Counts the stocks of a wallet once a day, and records each stock that is no longer sufficient.
 * The researcher gets one email about a shortage. The same stock causes another email only if it
 * was sufficient in the meantime. If two counts run at the same time, the second waits for the
 * first.
 * @param day the current day (UTC). The count leaves out what participants do on this day
 * @returns false if the wallet was already counted on that day
 */
export async function countStocks(
  tx: Transaction,
  walletId: string,
  day: string,
): Promise<boolean> {
  const [wallet] = await tx.query<{ researcher_id: string }>(
    `UPDATE identity.wallet SET stock_counted_on = $2::date
     WHERE id = $1 AND stock_counted_on < $2::date AND researcher_id IS NOT NULL RETURNING researcher_id`,
    [walletId, day],
  );
  if (!wallet) return false;
  const low = await lowAmounts(tx, walletId, day);
  await endShortages(tx, walletId, low);
  const begun = await tx.query<{ id: string }>(
    `INSERT INTO identity.gift_code_shortage (id, wallet_id, amount)
     SELECT s.id, $1, s.amount FROM unnest($2::uuid[], $3::integer[]) AS s (id, amount)
     ON CONFLICT (wallet_id, amount) DO NOTHING RETURNING id`,
    [walletId, low.map(() => randomId()), low],
  );
  for (const { id } of begun)
    tx.record('payments.gift-codes-low', { shortage_id: id, account_id: wallet.researcher_id });
  return true;
}

/**
 * Ends each shortage of a wallet whose stock is sufficient again, after codes were added. It sends
 * no email about the remaining shortages, since the researcher sees them on the page. A wallet that
 * just got its first codes is counted from the next day on.
 */
export async function endResolvedShortages(
  tx: Transaction,
  walletId: string,
  day: string,
): Promise<void> {
  // A count that runs at the same time may not see the new codes. This update waits until it has
  // ended.
  await tx.query(
    `UPDATE identity.wallet SET stock_counted_on = coalesce(stock_counted_on, $2::date) WHERE id = $1`,
    [walletId, day],
  );
  await endShortages(tx, walletId, await lowAmounts(tx, walletId, day));
}

async function lowAmounts(tx: Transaction, walletId: string, day: string): Promise<number[]> {
  const stocks = await tx.query<CountedGiftCodeStock>(stocksSql('w.id = $1', '$2'), [
    walletId,
    day,
  ]);
  return stocks.filter(isGiftCodeSupplyLow).map(({ amount }) => amount);
}

async function endShortages(
  tx: Transaction,
  walletId: string,
  low: readonly number[],
): Promise<void> {
  await tx.query(
    `DELETE FROM identity.gift_code_shortage WHERE wallet_id = $1 AND amount <> ALL ($2::integer[])`,
    [walletId, low],
  );
}

/**
 * Schedules another count of the stocks for today, since a researcher changed how many codes
 * participants may choose.
 * @param of identifies the session or study that the researcher changed
 */
export async function scheduleStockRecount(
  tx: Pick<Transaction, 'query'>,
  of: { session_id: string } | { study_id: string },
  day: string,
): Promise<void> {
  const isSession = 'session_id' in of;
  await tx.query(
    `UPDATE identity.wallet SET stock_counted_on = $3::date - 1
     WHERE stock_counted_on >= $3::date AND account_id IN (
       SELECT h.wallet_account_id FROM research.session_hold h JOIN research.recruitment s ON s.id = h.session_id
       WHERE s.id = $1 OR s.study_id = $2)`,
    [isSession ? of.session_id : null, isSession ? null : of.study_id, day],
  );
}
