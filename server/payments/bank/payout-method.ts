import type { BankAccount } from '../../../contracts/payments/payments';
import type { Transaction } from '../../platform/db/unit-of-work';
import { randomId } from '../../platform/db/ids';
import { DomainError } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import { encodeBankAccount, decodeBankAccount, normalizeBankAccount } from './bank-account.rule';

/**
 * Returns the keyed hash under which an account holder's bank account is stored. One request may
 * store the bank account and choose how a payment is paid. So an account id in the stored row would
 * help to find out whose payment that is.
 */
export const payoutMethodKeyOf = (secrets: Pick<Secrets, 'mac'>, accountId: string): Buffer =>
  secrets.mac('payout-method-of', accountId);

/** Reads the bank account that an account holder agreed to store; null if there is none. */
export async function readStoredBankAccount(
  tx: Pick<Transaction, 'query'>,
  secrets: Pick<Secrets, 'open' | 'mac'>,
  accountId: string,
): Promise<BankAccount | null> {
  const [row] = await tx.query<{ id: string; sealed: Buffer }>(
    `SELECT id, sealed FROM identity.payout_method WHERE account_key = $1`,
    [payoutMethodKeyOf(secrets, accountId)],
  );
  return row ? decodeBankAccount(secrets.open('payout-method', row.id, row.sealed)) : null;
}

/**
 * Stores a bank account in place of the previous one.
 * @throws DomainError invalid_iban
 */
export async function storeBankAccount(
  tx: Transaction,
  secrets: Pick<Secrets, 'seal' | 'mac'>,
  accountId: string,
  account: BankAccount,
): Promise<void> {
  const checked = normalizeBankAccount(account);
  if (!checked) throw new DomainError('invalid_iban');
  const id = randomId();
  await tx.query(
    `INSERT INTO identity.payout_method (id, account_key, sealed) VALUES ($1, $2, $3)
     ON CONFLICT (account_key) DO UPDATE SET id = excluded.id, sealed = excluded.sealed`,
    [
      id,
      payoutMethodKeyOf(secrets, accountId),
      secrets.seal('payout-method', id, encodeBankAccount(checked)),
    ],
  );
}
