import { openAccount } from '../../ledger/accounts';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * The ledger's account of a researcher's wallet in a currency. The first one who needs it opens it; of two at once,
 * the second finds that of the first.
 * @param minimum of a new wallet, in minor units; null for any balance
 */
export async function walletAccountOf(
  tx: Transaction,
  ownerId: string,
  currency: string,
  minimum: number | null,
): Promise<string> {
  const find = () =>
    tx.query<{ account_id: string }>(
      `SELECT account_id FROM identity.wallet WHERE owner_id = $1 AND currency = $2`,
      [ownerId, currency],
    );
  const [found] = await find();
  if (found) return found.account_id;
  // A second transaction waits here for the first.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `wallet:${ownerId}:${currency}`,
  ]);
  const [meanwhile] = await find();
  if (meanwhile) return meanwhile.account_id;
  const accountId = await openAccount(tx, 'wallet', currency, minimum);
  await tx.query(
    `INSERT INTO identity.wallet (id, owner_id, currency, account_id) VALUES ($1, $2, $3, $4)`,
    [timeOrderedId(), ownerId, currency, accountId],
  );
  return accountId;
}
