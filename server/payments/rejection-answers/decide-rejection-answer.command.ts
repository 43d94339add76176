import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DataSource } from 'typeorm';
import type { RejectionAnswerDecision } from '../../../contracts/payments/rejection-answers';
import { mustActAsAdministrator } from '../../access/as-administrator';
import type { Caller } from '../../access/caller';
import { OverturnRejections } from '../../enrolment/decisions/overturn-rejections';
import { hasStudyRoleSql } from '../../enrolment/decisions/rejection.read';
import { isAnonymousSessionSql } from '../../enrolment/model/session-facts.sql';
import { ParticipationsOfAccountRead } from '../../enrolment/participations/participations-of-account.read';
import { Clock, utcDay } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { readPayment } from '../model/payment-facts';
import { verdictRefusalOf, type RejectionAnswerFacts } from './answer.rule';

/**
 * An administrator decides about a rejection to which its participant has responded: overturns or
 * confirms it.
 */
export class DecideRejectionAnswer extends Command<void> {
  constructor(
    readonly paymentId: string,
    readonly verdict: RejectionAnswerDecision,
    readonly caller: Caller,
  ) {
    super();
  }
}

type Answered = RejectionAnswerFacts & { amount: number; currency: string; reason: string | null };

@CommandHandler(DecideRejectionAnswer)
export class DecideRejectionAnswerHandler implements ICommandHandler<DecideRejectionAnswer> {
  constructor(
    private readonly source: DataSource,
    private readonly unitOfWork: UnitOfWork,
    private readonly appeals: OverturnRejections,
    private readonly own: ParticipationsOfAccountRead,
    private readonly clock: Clock,
  ) {}

  /**
   * If two administrators decide, the first decision counts. If a researcher has already overturned
   * the rejection, that decision counts.
   * @throws DomainError forbidden; not_found, also for a response that the administrator's list
   * does not show; already_decided; decision_final after 30 days
   */
  async execute({ paymentId, verdict, caller }: DecideRejectionAnswer): Promise<void> {
    const { account_id } = caller.person;
    const { id, participation_id, session_id } = await readPayment(this.source.manager, paymentId);
    await this.mustBeImpartial(account_id, participation_id, session_id);
    if (verdict.action === 'uphold')
      return this.unitOfWork.run(
        async (tx) => {
          await mustActAsAdministrator(tx, account_id);
          await this.uphold(tx, id, verdict.reason, account_id);
        },
        { requestId: caller.request_id },
      );
    return this.appeals.overturn({
      participation_id,
      session_id,
      reason: verdict.reason,
      request_id: caller.request_id,
      admit: (tx) => mustActAsAdministrator(tx, account_id),
      decide: async (tx, now) => {
        const answered = await lockAnswer(tx, id);
        mustBeOpen(answered, now);
        await audit(tx, 'rejection-overturned', id, answered, account_id, now);
      },
    });
  }

  /** Confirms the rejection. Repeating the same verdict in the same words changes nothing. */
  private async uphold(tx: Transaction, id: string, reason: string, accountId: string) {
    const now = this.clock.now();
    const answered = await lockAnswer(tx, id);
    if (answered.stands && answered.reason === reason) return;
    mustBeOpen(answered, now);
    await tx.query(
      `INSERT INTO research.rejection_verdict (payment_id, reason, day) VALUES ($1, $2, $3)`,
      [id, reason, utcDay(now)],
    );
    await audit(tx, 'rejection-upheld', id, answered, accountId, now);
  }

  /**
   * Checks that administrators do not decide about their own study or participation.
   * @throws DomainError not_found
   */
  private async mustBeImpartial(accountId: string, participationId: string, sessionId: string) {
    const [row]: { is_own: boolean }[] = await this.source.query(
      `SELECT ${hasStudyRoleSql('$1::uuid', '$2::uuid')} AS is_own`,
      [sessionId, accountId],
    );
    const own = await this.own.of(accountId);
    if (row?.is_own || own.some((one) => one.participation_id === participationId))
      throw new DomainError('not_found');
  }
}

/**
 * Locks the payment's row. A researcher's decision about the participation changes this row, too
 * (by a trigger). So a researcher's decision and an administrator's verdict never run at the same
 * time.
 */
async function lockAnswer(tx: Transaction, id: string): Promise<Answered> {
  await tx.query(`SELECT FROM research.payment WHERE id = $1 FOR NO KEY UPDATE`, [id]);
  const [answered] = await tx.query<Answered>(
    `SELECT p.amount, p.currency, p.state, p.day::text AS day, p.answered_on::text AS answered_on,
       ${isAnonymousSessionSql('p.session_id')} AS is_anonymous, s.payment_id IS NOT NULL AS stands, s.reason
     FROM research.payment p LEFT JOIN research.rejection_verdict s ON s.payment_id = p.id
     WHERE p.id = $1 AND p.kind = 'reward'`,
    [id],
  );
  if (!answered) throw new DomainError('not_found');
  return answered;
}

/** @throws DomainError not_found, already_decided, decision_final */
function mustBeOpen(answered: Answered, now: Date): void {
  const code = verdictRefusalOf(answered, utcDay(now));
  if (code) throw new DomainError(code);
}

const audit = (
  tx: Transaction,
  action: 'rejection-overturned' | 'rejection-upheld',
  payment_id: string,
  { amount, currency }: Answered,
  actor: string,
  now: Date,
) => tx.audit(action, { actor, details: { payment_id, amount, currency } }, now);
