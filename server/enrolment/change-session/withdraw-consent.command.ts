import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { lockStudy, lockStudyForAdministrator } from '../../studies/locked-study';
import { withdrawConsentVersion } from '../../studies/consents/withdraw-consent-version';
import { lockSessionRows } from '../seats/lock-sessions';
import { setTransactionActor } from './transaction-actor';
import { endPause } from '../lifecycle/pause';

/** Withdraws a version of a study's consent form (docs/domain.md, 3). */
export class WithdrawConsent extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly consentId: string,
    readonly reason: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Thrown if a session was launched with this version while the command was running. The command has
 * not locked that session, so it must run again.
 */
class LaunchedMeanwhile extends Error {}

const attempts = 3;

@CommandHandler(WithdrawConsent)
export class WithdrawConsentHandler implements ICommandHandler<WithdrawConsent> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Permanently pauses all sessions that use the version, scheduled ones included, so that no
   * participation in them starts any more. Notifies the participants of these sessions who still
   * take part, or who have produced data under this version. Idempotent: a second call sends no
   * second mail.
   * @throws DomainError not_found; forbidden unless the caller has the right role in the study or
   * is an administrator; sandbox_only for students, because the form of a class study belongs to
   * their class
   */
  async execute(command: WithdrawConsent): Promise<void> {
    for (let attempt = 1; ; attempt++)
      try {
        return await this.unitOfWork.run((tx) => this.withdraw(tx, command), {
          requestId: command.caller.request_id,
        });
      } catch (error) {
        if (!(error instanceof LaunchedMeanwhile)) throw error;
        if (attempt === attempts) throw new DomainError('unavailable');
      }
  }

  /** Locks the sessions before the study, as a launch does, so that the two cannot deadlock. */
  private async withdraw(
    tx: Transaction,
    { studyId, consentId, reason, caller: { person } }: WithdrawConsent,
  ): Promise<void> {
    const locked = await lockSessionRows(tx.manager, await this.using(tx, consentId), true);
    if (person.role === 'ADMINISTRATOR') await lockStudyForAdministrator(tx, studyId);
    else if ((await lockStudy(tx, studyId, 'edit', person.account_id)).classroom_id !== null)
      throw new DomainError('sandbox_only');
    const sessions = await this.using(tx, consentId);
    if (sessions.some((id) => !locked.has(id))) throw new LaunchedMeanwhile();
    const now = this.clock.now();
    if (!(await withdrawConsentVersion(tx, { studyId, consentId, reason }, now))) return;
    await setTransactionActor(tx, person.account_id);
    // If the researcher had paused a session before, that pause ends here: the deadlines run again,
    // each extended by the length of the pause.
    for (const id of sessions) await endPause(tx, id, now);
    await tx.query(
      `UPDATE research.session SET consent_withdrawn = true,
         state = CASE WHEN state = 'closed' THEN state ELSE 'paused' END
       WHERE id = ANY($1::uuid[])`,
      [sessions],
    );
    for (const session_id of sessions)
      tx.record('enrolment.session-changed', { session_id, study_id: studyId });
    const concerned = await tx.query<{ id: string; session_id: string }>(
      `SELECT id, session_id FROM research.participation
       WHERE session_id = ANY($1::uuid[])
         AND (state IN ('waitlisted', 'offered', 'enrolled', 'started', 'completed', 'approved')
           OR started_at IS NOT NULL AND data_withdrawn_on IS NULL)`,
      [sessions],
    );
    for (const { id, session_id } of concerned)
      tx.record('enrolment.consent-withdrawn', {
        participation_id: id,
        session_id,
        study_id: studyId,
      });
    await tx.audit(
      'consent-withdrawn',
      {
        actor: person.account_id,
        details: {
          study_id: studyId,
          consent_id: consentId,
          ...(person.api_token_id && { api_token_id: person.api_token_id }),
        },
      },
      now,
    );
  }

  private async using(tx: Transaction, consentId: string): Promise<string[]> {
    const rows = await tx.query<{ id: string }>(
      `SELECT id FROM research.session WHERE consent_id = $1 AND launched_at IS NOT NULL ORDER BY id`,
      [consentId],
    );
    return rows.map(({ id }) => id);
  }
}
