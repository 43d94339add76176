import type { BankAccount } from '../../../contracts/payments/payments';
import { randomId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';
import { encodeBankAccount, decodeBankAccount } from '../bank/bank-account.rule';
import type { PayoutCheckRow } from './payout-check.entity';

export interface NewPayoutCheck {
  readonly paymentKey: Buffer;
  /** Minor units. */
  readonly amount: number;
  readonly currency: string;
  readonly yearTotal: number;
  readonly account: BankAccount | undefined;
  /** UTC. */
  readonly day: string;
}

/** Holds back a payout until an administrator has checked it. */
export async function holdPayoutForCheck(
  tx: Transaction,
  secrets: Pick<Secrets, 'seal'>,
  { paymentKey, amount, currency, yearTotal, account, day }: NewPayoutCheck,
): Promise<void> {
  const id = randomId();
  await tx.query(
    `INSERT INTO identity.payout_check (id, payment_key, amount, currency, day, year_total, sealed, state)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 'held')`,
    [
      id,
      paymentKey,
      amount,
      currency,
      day,
      yearTotal,
      account ? secrets.seal('payout-check', id, encodeBankAccount(account)) : null,
    ],
  );
}

/**
 * Reads and locks the held payout of a payment, with the bank account that the participant gave for
 * it.
 */
export async function readPayoutCheck(
  tx: Transaction,
  secrets: Pick<Secrets, 'open'>,
  paymentKey: Buffer,
): Promise<{ state: PayoutCheckRow['state']; account: BankAccount | undefined } | undefined> {
  const [row] = await tx.query<Pick<PayoutCheckRow, 'id' | 'state' | 'sealed'>>(
    `SELECT id, state, sealed FROM identity.payout_check WHERE payment_key = $1 FOR UPDATE`,
    [paymentKey],
  );
  return (
    row && {
      state: row.state,
      account: row.sealed
        ? decodeBankAccount(secrets.open('payout-check', row.id, row.sealed))
        : undefined,
    }
  );
}

/**
 * Returns those of the payments whose payout waits for an administrator, by their keys in
 * hexadecimal digits.
 */
export async function readPaymentKeysInCheck(
  on: Pick<Transaction, 'query'>,
  paymentKeys: readonly Buffer[],
): Promise<ReadonlySet<string>> {
  if (paymentKeys.length === 0) return new Set();
  const rows = await on.query<{ key: string }>(
    `SELECT encode(payment_key, 'hex') AS key FROM identity.payout_check
     WHERE state = 'held' AND payment_key = ANY($1::bytea[])`,
    [paymentKeys],
  );
  return new Set(rows.map(({ key }) => key));
}

/** Deletes the checks of payouts that were made, given up, or erased with their account. */
export async function forgetPayoutChecks(
  tx: Transaction,
  paymentKeys: readonly Buffer[],
): Promise<void> {
  await tx.query(`DELETE FROM identity.payout_check WHERE payment_key = ANY($1::bytea[])`, [
    paymentKeys,
  ]);
}
