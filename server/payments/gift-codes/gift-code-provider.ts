import { Injectable } from '@nestjs/common';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { PayoutProvider, PayoutRequest, PayoutStatus } from '../model/payout-provider';

/** Pays by handing out a code from the researcher's stock. */
@Injectable()
export class GiftCodeProvider implements PayoutProvider {
  readonly method = 'gift_code';

  /**
   * Hands out a code of exactly the amount, the one that expires first. Among codes that expire on
   * the same day, chance decides. A payment that already has a code keeps it.
   * @param day UTC; codes that expired before it are not used
   * @throws DomainError out_of_stock
   */
  async createPayout(tx: Transaction, request: PayoutRequest, day: string): Promise<PayoutStatus> {
    const { paymentKey } = request;
    if ((await this.getPayout(tx, paymentKey)) === 'paid') return 'paid';
    // If all other codes are handed out, waits for a code that another transaction has locked: the
    // code is free again if that transaction is rolled back.
    const isHanded =
      (await handOut(tx, request, day, 'SKIP LOCKED')) || (await handOut(tx, request, day, ''));
    if (!isHanded) throw new DomainError('out_of_stock');
    return 'paid';
  }

  async getPayout(tx: Transaction, paymentKey: Buffer): Promise<PayoutStatus> {
    return (await this.getPayouts(tx, [paymentKey])).get(paymentKey.toString('hex')) ?? 'none';
  }

  async getPayouts(
    on: Pick<Transaction, 'query'>,
    paymentKeys: readonly Buffer[],
  ): Promise<Map<string, PayoutStatus>> {
    const rows = await on.query<{ key: string }>(
      `SELECT encode(payment_key, 'hex') AS key FROM identity.gift_code WHERE payment_key = ANY($1::bytea[])`,
      [paymentKeys],
    );
    return new Map(rows.map(({ key }) => [key, 'paid']));
  }

  /**
   * Does nothing: a code that was handed out cannot be taken back, because the participant may have
   * read it.
   */
  async dropPayout(): Promise<void> {}
}

async function handOut(
  tx: Transaction,
  { paymentKey, amount, currency, walletAccountId }: PayoutRequest,
  day: string,
  locked: 'SKIP LOCKED' | '',
): Promise<boolean> {
  const handed = await tx.query(
    `WITH chosen AS (
       SELECT c.id FROM identity.gift_code c JOIN identity.wallet w ON w.id = c.wallet_id
       WHERE w.account_id = $1 AND w.currency = $2 AND c.amount = $3 AND c.payment_key IS NULL
         AND c.written_off_on IS NULL AND (c.expires IS NULL OR c.expires >= $5::date)
       ORDER BY c.expires, c.id LIMIT 1 FOR UPDATE OF c ${locked})
     UPDATE identity.gift_code SET payment_key = $4, handed_on = $5::date
     FROM chosen WHERE gift_code.id = chosen.id RETURNING gift_code.id`,
    [walletAccountId, currency, amount, paymentKey, day],
  );
  return handed.length > 0;
}
