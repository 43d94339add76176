import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CashCode, CashConfirmation } from '../../../contracts/payments/payments';
import type { Caller } from '../../access/caller';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import {
  readCashDeskParticipation,
  type CashDeskParticipation,
} from '../../enrolment/participations/desk-participation';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { paymentsRateLimits } from '../payments.rate-limits';
import { readPayment } from '../model/payment-facts';
import { forgetPayoutChecks } from '../checks/payout-checks';
import { GiftCodeProvider } from '../gift-codes/gift-code-provider';
import { isShownWithoutTagSql } from '../model/apart-payment.sql';
import { paymentKeyOf } from '../model/payment-key';
import { lockPayment } from '../model/payment-lock';
import { undoGiftCodeChoice } from '../model/undo-choice';
import { isPayableFromTomorrowSql } from '../model/opens-tomorrow.sql';
import { paymentMethodsOf } from '../model/payment-methods';
import { cashCodeOf, isValidCashCode } from './cash-code';

/** The states in which a participant without a payment may still get one in cash. */
const mayBePaid: readonly ParticipationState[] = ['enrolled', 'started', 'completed', 'approved'];

/**
 * Handles cash payments: the code that the participant shows, and the confirmation that the cash
 * was handed over.
 */
@Injectable()
export class CashDesk {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    private readonly giftCodes: GiftCodeProvider,
  ) {}

  /**
   * Returns the cash code of a participation. The caller must check that the participation belongs
   * to the account that sent the request.
   * @throws DomainError not_found, method_not_offered, paid_from_tomorrow; already_decided if no
   * payment can still be paid in cash
   */
  async code(participationId: string): Promise<CashCode> {
    const participation = await this.participation(participationId);
    const now = this.clock.now();
    // The participant confirms the reward and each bonus of the participation by the same code.
    const [payments]: { is_owed: boolean | null; opens_tomorrow: boolean | null }[] =
      await this.source.query(
        `SELECT bool_or(p.state IN ('due', 'approved', 'failed')) AS is_owed,
           bool_and(${isPayableFromTomorrowSql('p', '$2::date')}) FILTER (WHERE p.state IN ('due', 'approved', 'failed')) AS opens_tomorrow
         FROM research.payment p WHERE p.participation_id = $1 AND NOT ${isShownWithoutTagSql('p')}`,
        [participationId, utcDay(now)],
      );
    const [hold]: object[] = await this.source.query(
      `SELECT FROM research.session_hold WHERE session_id = $1 AND reward > 0`,
      [participation.session_id],
    );
    const isOwed = payments?.is_owed ?? mayBePaid.includes(participation.state);
    if (!isOwed || !hold) throw new DomainError('already_decided');
    if (payments?.opens_tomorrow) throw new DomainError('paid_from_tomorrow');
    await this.mustOfferCash(participation);
    return cashCodeOf(this.secrets, participationId, now);
  }

  /**
   * Checks the code or signature that the researcher entered, before anything is changed.
   * @throws DomainError wrong_cash_code, too_many_requests; method_not_offered if the study does
   * not pay in cash, or for a signature if the researcher does not meet the participant
   */
  async check(
    participationId: string,
    confirmation: CashConfirmation,
  ): Promise<CashDeskParticipation> {
    const participation = await this.participation(participationId);
    await this.mustOfferCash(participation);
    if ('signed' in confirmation) {
      if (!participation.is_met) throw new DomainError('method_not_offered');
      return participation;
    }
    await this.limit.consume(paymentsRateLimits.cashCode, participationId);
    if (!isValidCashCode(this.secrets, participationId, this.clock.now(), confirmation.code))
      throw new DomainError('wrong_cash_code');
    return participation;
  }

  /**
   * Records that a payment was handed over in cash, after `check` has confirmed the code. Repeating
   * it changes nothing.
   * @throws DomainError not_found if the researcher must not see the payment beside the
   * participant's tag (`is_apart`); already_decided if the payment is not approved, or is paid in
   * another way
   */
  confirm(
    paymentId: string,
    confirmation: CashConfirmation,
    { person, request_id }: Pick<Caller, 'person' | 'request_id'>,
  ): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        await lockPayment(tx, paymentId);
        // The payment must not be shown with the participant's tag, so for this researcher it does
        // not exist.
        if ((await readPayment(tx, paymentId)).is_apart) throw new DomainError('not_found');
        await this.leaveGiftCode(tx, paymentId);
        const paid = await tx.query(
          `UPDATE research.payment p SET state = 'paid', method = 'cash', confirmed_by = $2, day = $3,
             confirmed_account_id = $4
           WHERE id = $1 AND state IN ('approved', 'failed') AND NOT ${isPayableFromTomorrowSql('p', '$3::date')} RETURNING id`,
          [
            paymentId,
            'signed' in confirmation ? 'signature' : 'code',
            utcDay(this.clock.now()),
            person.account_id,
          ],
        );
        if (paid.length > 0)
          return tx.record('payments.payment-changed', { payment_id: paymentId });
        const { state, method } = await readPayment(tx, paymentId);
        if (state !== 'paid' || method !== 'cash') throw new DomainError('already_decided');
      },
      { requestId: request_id },
    );
  }

  /**
   * Drops the participant's choice of a gift code that is not handed out yet, so that the payment
   * can be paid in cash. The gift code may be waiting for a check of the participant's yearly
   * total. If the server refused cash in this case, the researcher would learn of the check.
   */
  private async leaveGiftCode(tx: Transaction, paymentId: string): Promise<void> {
    const { state, method } = await readPayment(tx, paymentId);
    if (state !== 'processing' || method !== 'gift_code') return;
    const key = paymentKeyOf(this.secrets, paymentId);
    if ((await this.giftCodes.getPayout(tx, key)) !== 'none') return;
    await undoGiftCodeChoice(tx, paymentId);
    await forgetPayoutChecks(tx, [key]);
  }

  private async participation(id: string): Promise<CashDeskParticipation> {
    const participation = await readCashDeskParticipation(this.source.manager, id);
    if (!participation) throw new DomainError('not_found');
    return participation;
  }

  private async mustOfferCash({ study_id }: CashDeskParticipation): Promise<void> {
    const methods = await paymentMethodsOf(this.source.manager, study_id);
    if (!methods.includes('cash')) throw new DomainError('method_not_offered');
  }
}
