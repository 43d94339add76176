import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { z } from 'zod';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { NewSession, Session as SessionView } from '../../../contracts/enrolment/sessions';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { DomainError } from '../../platform/errors/errors';
import { timeOrderedId } from '../../platform/db/ids';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockPrivacyChangesOfStudy } from '../../studies/lock-privacy';
import { lockStudyShared } from '../../studies/locked-study';
import { mustKeepPrivacyPromises } from '../launch/privacy-promise';
import { SessionRead } from '../sessions/session.read';
import { newLinkKey } from '../launch/link-key';
import { violatesClassSessionRules } from './class-sessions.rule';
import { checkDates } from './session-dates';

/**
 * Creates a session (a recruitment round) of a study that the caller may run. The session is
 * `scheduled` until it is launched.
 */
export class CreateSession extends Command<SessionView> {
  constructor(
    readonly studyId: string,
    readonly body: z.output<typeof NewSession>,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(CreateSession)
export class CreateSessionHandler implements ICommandHandler<CreateSession> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly sessions: SessionRead,
    private readonly clock: Clock,
  ) {}

  execute({ studyId, body, caller }: CreateSession) {
    checkDates(body, this.clock.now());
    return this.unitOfWork.run(
      async (tx) => {
        await lockPrivacyChangesOfStudy(tx, studyId);
        const study = await lockStudyShared(tx, 'run', studyId, caller.person.account_id);
        if (study.state === 'archived') throw new DomainError('study_archived');
        const isOfClass = study.classroom_id !== null;
        if (violatesClassSessionRules(isOfClass, body)) throw new DomainError('sandbox_only');
        const level = body.privacy_level ?? study.privacy_level;
        await mustKeepPrivacyPromises(tx, study, level);
        const id = timeOrderedId();
        await tx.query(
          `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, reward_amount,
          reward_currency, start_within_minutes, maximum_minutes, additional_notes, opens_at, closes_at, created_at, name,
          link_key, classroom_id)
         VALUES ($1, $2, 'scheduled', $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16)`,
          [
            id,
            studyId,
            body.audience ?? (isOfClass ? 'classroom' : 'catalogue'),
            level,
            body.capacity,
            study.reward_amount,
            study.reward_currency,
            body.start_within_minutes ?? enrolmentLimits.startWithinMinutes,
            study.maximum_minutes,
            body.additional_notes || null,
            body.opens_at ?? null,
            body.closes_at ?? null,
            this.clock.now(),
            body.name || null,
            body.audience === 'link' ? newLinkKey() : null,
            study.classroom_id,
          ],
        );
        tx.record('enrolment.session-created', { session_id: id, study_id: studyId });
        return this.sessions.ownById(id, caller.person.account_id, tx.manager);
      },
      { requestId: caller.request_id },
    );
  }
}
