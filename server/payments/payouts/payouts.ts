import { Injectable } from '@nestjs/common';
import type { BankAccount } from '../../../contracts/payments/payments';
import { deskParticipation } from '../../enrolment/participations/desk-participation';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { Secrets } from '../../platform/security/secrets';
import { paymentOf } from '../model/payment-facts';
import { lockPayment } from '../model/payment-lock';
import { paymentKeyOf } from '../model/payment-key';
import { PayoutProviders } from './payout-providers';
import type { PayoutStatus } from '../model/payout-provider';

/** What a payment that is being paid becomes by what its payout did. */
const stateAfter: Partial<Record<PayoutStatus, string>> = {
  none: 'approved',
  paid: 'paid',
  returned: 'failed',
};

/**
 * The two halves of paying: the payment, which says whether and how, and the payout, which does it. No transaction writes
 * both, so that no number of a transaction leads from one to the other. Whatever dies in between, the payment in the state
 * `processing` says what is left to do; a lock of the payment keeps two from doing it at once.
 */
@Injectable()
export class Payouts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly providers: PayoutProviders,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the payout of a payment in the state `processing`; writes no payment.
   * @throws DomainError out_of_stock, invalid_iban: then there is none
   */
  create(paymentId: string, account?: BankAccount): Promise<void> {
    return this.locked(paymentId, async (tx) => {
      const payment = await paymentOf(tx, paymentId);
      if (payment.state !== 'processing') return;
      const wallet = await walletAccountOf(tx, payment.session_id);
      await this.providers.of(payment.method).createPayout(
        tx,
        {
          paymentKey: paymentKeyOf(this.secrets, paymentId),
          amount: payment.amount,
          currency: payment.currency,
          walletAccountId: wallet,
          ...(account && { account }),
        },
        utcDay(this.clock.now()),
      );
    });
  }

  /** Brings a payment in the state `processing` up to date with its payout; writes no payout. */
  follow(paymentId: string): Promise<void> {
    return this.locked(paymentId, async (tx) => {
      const payment = await paymentOf(tx, paymentId);
      if (payment.state !== 'processing') return;
      const status = await this.providers
        .of(payment.method)
        .getPayout(tx, paymentKeyOf(this.secrets, paymentId));
      const state = stateAfter[status];
      if (!state) return;
      const participation = await deskParticipation(tx.manager, payment.participation_id);
      const isCancelled = state !== 'paid' && participation?.state === 'nullified';
      // A try that led to nothing leaves the payment as it was, with its deadline.
      await tx.query(
        `UPDATE research.payment SET state = $2, method = CASE WHEN $2 IN ('paid', 'failed') THEN method END,
           day = CASE WHEN $2 = 'approved' THEN coalesce(day_before, day) ELSE $3::date END WHERE id = $1`,
        [paymentId, isCancelled ? 'reversed' : state, utcDay(this.clock.now())],
      );
    });
  }

  /** Forgets what a payment that was given up left behind, such as the account of a transfer that came back. */
  drop(paymentId: string): Promise<void> {
    return this.locked(paymentId, async (tx) => {
      if ((await paymentOf(tx, paymentId)).state !== 'waived') return;
      const key = paymentKeyOf(this.secrets, paymentId);
      for (const provider of this.providers.all) await provider.dropPayout(tx, key);
    });
  }

  private locked<T>(paymentId: string, work: (tx: Transaction) => Promise<T>): Promise<T> {
    return this.unitOfWork.run(async (tx) => {
      await lockPayment(tx, paymentId);
      return work(tx);
    });
  }
}

async function walletAccountOf(tx: Transaction, sessionId: string): Promise<string> {
  const [hold] = await tx.query<{ wallet_account_id: string }>(
    `SELECT wallet_account_id FROM research.session_hold WHERE session_id = $1`,
    [sessionId],
  );
  if (!hold) throw new Error('a payment without a hold');
  return hold.wallet_account_id;
}
