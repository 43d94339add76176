import { openAccount } from '../../ledger/accounts';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Returns the ledger account that contains the value of a wallet's gift codes, and opens it if the
 * wallet has none yet. Its balance is never below 0.
 */
export async function giftCodeAccountOf(
  tx: Transaction,
  walletId: string,
  currency: string,
): Promise<string> {
  const find = async (lock: '' | 'FOR UPDATE') => {
    const [wallet] = await tx.query<{ gift_account_id: string | null }>(
      `SELECT gift_account_id FROM identity.wallet WHERE id = $1 ${lock}`,
      [walletId],
    );
    return wallet?.gift_account_id ?? undefined;
  };
  const found = (await find('')) ?? (await find('FOR UPDATE'));
  if (found !== undefined) return found;
  const opened = await openAccount(tx, 'gift_codes', currency);
  await tx.query(`UPDATE identity.wallet SET gift_account_id = $2 WHERE id = $1`, [
    walletId,
    opened,
  ]);
  return opened;
}
