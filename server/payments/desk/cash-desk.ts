import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { CashCode, CashConfirmation } from '../../../contracts/payments/payments';
import type { Caller } from '../../access/caller';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import {
  deskParticipation,
  type DeskParticipation,
} from '../../enrolment/participations/desk-participation';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import { Secrets } from '../../platform/security/secrets';
import { paymentsRateLimits } from '../payments.rate-limits';
import { paymentOf } from '../model/payment-facts';
import { lockPayment } from '../model/payment-lock';
import { methodsOf } from '../model/payment-methods';
import { cashCodeOf, isCashCode } from './cash-code';

/** The states in which a participant may come to be paid in cash. */
const mayBePaid: readonly ParticipationState[] = ['enrolled', 'started', 'completed', 'approved'];

/** Cash: what the participant shows, and what confirms that it was handed over. */
@Injectable()
export class CashDesk {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * The code of a participation, which the caller has checked to be the participant's own.
   * @throws DomainError not_found, method_not_offered; already_decided where no cash can be due
   */
  async code(participationId: string): Promise<CashCode> {
    const participation = await this.participation(participationId);
    const [payment]: { is_owed: boolean }[] = await this.source.query(
      `SELECT state IN ('due', 'approved', 'failed') AS is_owed FROM research.payment WHERE participation_id = $1`,
      [participationId],
    );
    const [hold]: object[] = await this.source.query(
      `SELECT FROM research.session_hold WHERE session_id = $1 AND reward > 0`,
      [participation.session_id],
    );
    if (!mayBePaid.includes(participation.state) || payment?.is_owed === false || !hold)
      throw new DomainError('already_decided');
    await this.mustOfferCash(participation);
    return cashCodeOf(this.secrets, participationId, this.clock.now());
  }

  /**
   * Checks what the researcher typed, before anything is changed.
   * @throws DomainError wrong_cash_code, too_many_requests, method_not_offered; `signed` is refused as method_not_offered
   *   where the researcher does not meet the participant
   */
  async check(participationId: string, confirmation: CashConfirmation): Promise<DeskParticipation> {
    const participation = await this.participation(participationId);
    await this.mustOfferCash(participation);
    if ('signed' in confirmation) {
      if (!participation.is_met) throw new DomainError('method_not_offered');
      return participation;
    }
    await this.limit.consume(paymentsRateLimits.cashCode, participationId);
    if (!isCashCode(this.secrets, participationId, this.clock.now(), confirmation.code))
      throw new DomainError('wrong_cash_code');
    return participation;
  }

  /**
   * Notes that a payment was handed over in cash, as `check` found it confirmed. A second time changes nothing.
   * @throws DomainError already_decided where it is paid in another way, or not approved
   */
  confirm(
    paymentId: string,
    confirmation: CashConfirmation,
    { person, request_id }: Pick<Caller, 'person' | 'request_id'>,
  ): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        await lockPayment(tx, paymentId);
        const paid = await tx.query(
          `UPDATE research.payment SET state = 'paid', method = 'cash', confirmed_by = $2, day = $3,
             confirmed_account_id = $4
           WHERE id = $1 AND state IN ('approved', 'failed') RETURNING id`,
          [
            paymentId,
            'signed' in confirmation ? 'signature' : 'code',
            utcDay(this.clock.now()),
            person.account_id,
          ],
        );
        if (paid.length > 0) return;
        const { state, method } = await paymentOf(tx, paymentId);
        if (state !== 'paid' || method !== 'cash') throw new DomainError('already_decided');
      },
      { requestId: request_id },
    );
  }

  private async participation(id: string): Promise<DeskParticipation> {
    const participation = await deskParticipation(this.source.manager, id);
    if (!participation) throw new DomainError('not_found');
    return participation;
  }

  private async mustOfferCash({ study_id }: DeskParticipation): Promise<void> {
    const methods = await methodsOf(this.source.manager, study_id);
    if (!methods.includes('cash')) throw new DomainError('method_not_offered');
  }
}
