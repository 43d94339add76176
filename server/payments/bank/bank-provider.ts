import { randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { randomId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import type { PayoutProvider, PayoutRequest, PayoutStatus } from '../model/payout-provider';
import type { BankPayoutRow } from './bank-payout.entity';
import { encodeBankAccount, normalizeBankAccount } from './bank-account.rule';

type Found = Pick<BankPayoutRow, 'id' | 'state'>;

const statuses = {
  requested: 'open',
  ready: 'open',
  drawn: 'sent',
  paid: 'paid',
  returned: 'returned',
} as const satisfies Record<BankPayoutRow['state'], PayoutStatus>;

/** Pays by bank transfers that an administrator makes in batches. */
@Injectable()
export class BankProvider implements PayoutProvider {
  readonly method = 'bank';

  constructor(private readonly secrets: Secrets) {}

  /**
   * Creates a payout, with a new id for each attempt, since the bank would refuse a second transfer
   * under the same id as a duplicate.
   * @throws DomainError invalid_iban, also if the request has no bank account
   */
  async createPayout(
    tx: Transaction,
    { paymentKey, amount, currency, account }: PayoutRequest,
    day: string,
  ): Promise<PayoutStatus> {
    const former = await lockPayout(tx, paymentKey);
    if (former && isWithTheBank(former)) return statuses[former.state];
    const checked = account && normalizeBankAccount(account);
    if (!checked) throw new DomainError('invalid_iban');
    if (former) await remove(tx, former);
    const id = randomId();
    await tx.query(
      `INSERT INTO identity.bank_payout (id, payment_key, amount, currency, sealed, state, day)
       VALUES ($1, $2, $3, $4, $5, 'requested', $6)`,
      [
        id,
        paymentKey,
        amount,
        currency,
        this.secrets.seal('bank-payout', id, encodeBankAccount(checked)),
        day,
      ],
    );
    return 'open';
  }

  async getPayout(tx: Transaction, paymentKey: Buffer): Promise<PayoutStatus> {
    const [found] = await tx.query<Found>(
      `SELECT id, state FROM identity.bank_payout WHERE payment_key = $1`,
      [paymentKey],
    );
    return found ? statuses[found.state] : 'none';
  }

  async getPayouts(
    on: Pick<Transaction, 'query'>,
    paymentKeys: readonly Buffer[],
  ): Promise<Map<string, PayoutStatus>> {
    const rows = await on.query<Pick<Found, 'state'> & { key: string }>(
      `SELECT encode(payment_key, 'hex') AS key, state FROM identity.bank_payout
       WHERE payment_key = ANY($1::bytea[])`,
      [paymentKeys],
    );
    return new Map(rows.map(({ key, state }) => [key, statuses[state]]));
  }

  async dropPayout(tx: Transaction, paymentKey: Buffer): Promise<void> {
    const found = await lockPayout(tx, paymentKey);
    if (found && !isWithTheBank(found)) await remove(tx, found);
  }

  async release(tx: Transaction, paymentKeys: readonly Buffer[], day: string): Promise<void> {
    await tx.query(
      `UPDATE identity.bank_payout SET state = 'ready', day = $2
       WHERE state = 'requested' AND payment_key = ANY($1::bytea[])`,
      [paymentKeys, day],
    );
  }
}

/**
 * Locks the row of a payout, and reads its state. The transaction that puts payouts into a batch
 * locks the row, too. If this function waits for that transaction, it then reads the new state
 * `drawn`.
 */
async function lockPayout(tx: Transaction, paymentKey: Buffer): Promise<Found | undefined> {
  const [found] = await tx.query<Found>(
    `SELECT id, state FROM identity.bank_payout WHERE payment_key = $1 FOR UPDATE`,
    [paymentKey],
  );
  return found;
}

/**
 * Whether the money of the payout may already have been sent, so that no other payout may replace
 * it.
 */
const isWithTheBank = ({ state }: Found): boolean => state === 'drawn' || state === 'paid';

/**
 * Deletes a payout that is in no batch yet. A payout that the bank returned stays as a line of its
 * batch, so that the batch adds up. From this line, only the bank account and the link to the
 * payment are removed.
 */
async function remove(tx: Transaction, { id, state }: Found): Promise<void> {
  if (state === 'returned')
    await tx.query(
      `UPDATE identity.bank_payout SET payment_key = $2, sealed = NULL WHERE id = $1`,
      [id, randomBytes(32)],
    );
  else await tx.query(`DELETE FROM identity.bank_payout WHERE id = $1`, [id]);
}
