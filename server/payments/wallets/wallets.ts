import type { Config } from '../../config';
import { openAccount } from '../../ledger/accounts';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { assertCurrencyOffered } from '../offered-currency';

export interface WalletIds {
  readonly id: string;
  /** Of the ledger. */
  readonly account_id: string;
}

/**
 * Returns a researcher's wallet in a currency, and opens it on first use. If two callers open it at
 * once, the second gets the wallet of the first.
 * @throws DomainError wrong_currency if there is no such wallet and the currency is not offered
 */
export async function findOrOpenWallet(
  tx: Transaction,
  researcherId: string,
  currency: string,
  config: Pick<Config, 'walletLimit' | 'currencies'>,
): Promise<WalletIds> {
  const find = () =>
    tx.query<WalletIds>(
      `SELECT id, account_id FROM identity.wallet WHERE researcher_id = $1 AND currency = $2`,
      [researcherId, currency],
    );
  const [found] = await find();
  if (found) return found;
  assertCurrencyOffered(config, currency);
  // If another transaction inserts the same wallet, this statement waits for it.
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 0))`, [
    `wallet:${researcherId}:${currency}`,
  ]);
  const [meanwhile] = await find();
  if (meanwhile) return meanwhile;
  const minimum = config.walletLimit === undefined ? null : 0 - config.walletLimit;
  const wallet = {
    id: timeOrderedId(),
    account_id: await openAccount(tx, 'wallet', currency, minimum),
  };
  await tx.query(
    `INSERT INTO identity.wallet (id, researcher_id, currency, account_id) VALUES ($1, $2, $3, $4)`,
    [wallet.id, researcherId, currency, wallet.account_id],
  );
  return wallet;
}

/**
 * Locks a wallet's row, so that no transaction can change its limits while another one refunds its
 * money.
 * @returns undefined if there is no such wallet
 */
export async function lockWallet(
  tx: Transaction,
  walletId: string,
): Promise<(WalletIds & { researcher_id: string | null; currency: string }) | undefined> {
  const [wallet] = await tx.query<WalletIds & { researcher_id: string | null; currency: string }>(
    `SELECT id, account_id, researcher_id, currency FROM identity.wallet WHERE id = $1 FOR NO KEY UPDATE`,
    [walletId],
  );
  return wallet;
}
