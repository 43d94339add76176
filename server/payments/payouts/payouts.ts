import { Injectable } from '@nestjs/common';
import type { BankAccount } from '../../../contracts/payments/payments';
import { lockParticipationState } from '../../enrolment/participations/desk-participation';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { forgetPayoutChecks, readPayoutCheck } from '../checks/payout-checks';
import { YearTotals, type Payee } from '../checks/year-totals';
import { readPayment, type PaymentFacts } from '../model/payment-facts';
import { lockPayment } from '../model/payment-lock';
import { paymentKeyOf } from '../model/payment-key';
import { undoGiftCodeChoice } from '../model/undo-choice';
import { PayoutProviders } from './payout-providers';
import type { PayoutStatus } from '../model/payout-provider';

/** The state that a payment gets for each status of its payout. */
const stateAfter: Partial<Record<PayoutStatus, string>> = {
  none: 'approved',
  paid: 'paid',
  returned: 'failed',
};

/**
 * Pays in two steps. The payment's row states whether and how the payment is paid; the payout's row
 * contains the transfer or gift code itself. No transaction writes both rows, so that no
 * transaction id links them. If a process dies between the steps, the payment's state `processing`
 * shows what is left to do. A lock of the payment prevents two processes from paying at once.
 */
@Injectable()
export class Payouts {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly providers: PayoutProviders,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly totals: YearTotals,
  ) {}

  /**
   * Makes the payout of a payment in the state `processing`, or holds the payout for a check if it
   * exceeds the reporting threshold. It does not write the payment.
   * @param payee the person to pay; undefined if the job that continues payouts calls this function
   * @throws DomainError out_of_stock, invalid_iban; unavailable if `payee` is absent although the
   * payout must be compared with the threshold
   */
  create(paymentId: string, given?: BankAccount, payee?: Payee): Promise<void> {
    return this.locked(paymentId, async (tx) => {
      const payment = await readPayment(tx, paymentId);
      if (payment.state !== 'processing') return;
      const { amount, currency, session_id, method } = payment;
      const paymentKey = paymentKeyOf(this.secrets, paymentId);
      const held = await readPayoutCheck(tx, this.secrets, paymentKey);
      if (held?.state === 'held') return;
      if (!held && !(await this.isAdmitted(tx, payment, paymentKey, given, payee))) return;
      const account = given ?? held?.account;
      await this.providers.of(method).createPayout(
        tx,
        {
          paymentKey,
          amount,
          currency,
          walletAccountId: await walletAccountOf(tx, session_id),
          ...(account && { account }),
        },
        utcDay(this.clock.now()),
      );
      if (held) await forgetPayoutChecks(tx, [paymentKey]);
    });
  }

  /**
   * Whether the payout may be made now; if not, it is held for a check. A payout that was already
   * made is not checked again.
   */
  private async isAdmitted(
    tx: Transaction,
    { id, amount, currency, method }: PaymentFacts,
    paymentKey: Buffer,
    account: BankAccount | undefined,
    payee: Payee | undefined,
  ): Promise<boolean> {
    if (!this.totals.isChecked(currency)) return true;
    const status = await this.providers.of(method).getPayout(tx, paymentKey);
    if (status !== 'none' && status !== 'returned') return true;
    if (!payee) throw new DomainError('unavailable');
    const payout = { paymentId: id, paymentKey, amount, currency };
    return this.totals.admits(tx, payout, payee, account, utcDay(this.clock.now()));
  }

  /**
   * Updates a payment by the status of its payout, and does not write the payout. Changes only a
   * payment in the state `processing`, or a payment in the state `paid` whose money the bank
   * returned.
   */
  follow(paymentId: string): Promise<void> {
    return this.locked(paymentId, async (tx) => {
      const payment = await readPayment(tx, paymentId);
      const wasPaid = payment.state === 'paid' && payment.method !== 'cash';
      if (payment.state !== 'processing' && !wasPaid) return;
      const key = paymentKeyOf(this.secrets, paymentId);
      const check = await readPayoutCheck(tx, this.secrets, key);
      const status = await this.providers.of(payment.method).getPayout(tx, key);
      // The payment's state stays as it is while the payout is held for a check, or was released
      // but is not made yet.
      if (check && (check.state === 'held' || status === 'none')) return;
      const state = wasPaid && status !== 'returned' ? undefined : stateAfter[status];
      if (!state) return;
      const participation = await lockParticipationState(tx.manager, payment.participation_id);
      const isCancelled = state !== 'paid' && participation === 'nullified';
      if (payment.method === 'gift_code') await undoGiftCodeChoice(tx, paymentId);
      // If the payout failed, the payment gets the state, method and deadline that it had before
      // the choice.
      await tx.query(
        `UPDATE research.payment SET state = $2, method = CASE WHEN $2 IN ('paid', 'failed') THEN $4 END,
           day = CASE WHEN $2 <> 'approved' THEN $3::date
             WHEN state_before IN ('approved', 'failed') THEN day_before ELSE day END,
           returned_settlement_id = coalesce(settlement_id, returned_settlement_id), settlement_id = NULL
         WHERE id = $1`,
        [paymentId, isCancelled ? 'reversed' : state, utcDay(this.clock.now()), payment.method],
      );
      tx.record('payments.payment-changed', { payment_id: paymentId });
    });
  }

  /**
   * Deletes the payout of a payment that its participant gave up, and the record of its check by an
   * administrator. Both may contain personal data, such as the bank account of a returned transfer.
   */
  drop(paymentId: string): Promise<void> {
    return this.locked(paymentId, async (tx) => {
      if ((await readPayment(tx, paymentId)).state !== 'waived') return;
      const key = paymentKeyOf(this.secrets, paymentId);
      for (const provider of this.providers.all) await provider.dropPayout(tx, key);
      await forgetPayoutChecks(tx, [key]);
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
