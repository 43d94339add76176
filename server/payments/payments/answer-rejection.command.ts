import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { Caller } from '../../access/caller';
import { OwnParticipationRead } from '../../enrolment/participations/own-participation.read';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';
import { Clock, days, addMilliseconds, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { readOwnPayment } from '../model/payment-facts';

/**
 * A participant responds to a rejection: once, and only while the rejection can still be
 * overturned.
 */
export class AnswerRejection extends Command<void> {
  constructor(
    readonly paymentId: string,
    readonly text: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * SQL: how many days earlier the time to respond ends: 1 for an anonymous session, otherwise 0. In
 * an anonymous session, an administrator reads a response only from the next day on, so a response
 * on the last day would come too late for a decision.
 */
const waitsADaySql = (session: string) => `${isAnonymousSessionSql(session)}::integer`;

@CommandHandler(AnswerRejection)
export class AnswerRejectionHandler implements ICommandHandler<AnswerRejection> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly own: OwnParticipationRead,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError not_found; already_decided if there is another response, or nothing to
   * respond to
   */
  async execute({ paymentId, text, caller }: AnswerRejection): Promise<void> {
    const { id } = await readOwnPayment(
      this.source.manager,
      this.own,
      paymentId,
      caller.person.account_id,
    );
    await this.unitOfWork.run(
      async (tx) => {
        const now = this.clock.now();
        const answered = await tx.query(
          `UPDATE research.payment SET answer = $2, answered_on = coalesce(answered_on, $3::date)
           WHERE id = $1 AND kind = 'reward' AND state = 'rejected'
             AND (answer = $2 OR answer IS NULL AND day > $4::date + ${waitsADaySql('session_id')}) RETURNING id`,
          [
            id,
            text,
            utcDay(now),
            utcDay(addMilliseconds(now, -days(enrolmentLimits.overturnDays))),
          ],
        );
        if (answered.length === 0) throw new DomainError('already_decided');
        tx.record('payments.payment-changed', { payment_id: id });
      },
      { requestId: caller.request_id },
    );
  }
}
