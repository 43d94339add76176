import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { CollaboratorRole } from '../../contracts/collaborators/collaborators';
import type { Person } from '../access/person';
import { hasTakenPart } from '../enrolment/participations/has-taken-part';
import { Clock, utcDay } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { Secrets, sha256 } from '../platform/security/secrets';
import { compareValuesWithOtherStudies } from '../runtime/rare-values/recurring.sql';
import { giveRole } from '../studies/people/collaborator-rows';
import { lockStudyForInvitee } from '../studies/locked-study';
import { studyRoleOf } from '../studies/study.policy';
import { mustBeInvitable } from './invitable';
import { collaboratorsRateLimits } from './collaborators.rate-limits';

/**
 * The answer of an invited person. The command returns the id of the study, or null if the person
 * declined.
 */
export class AnswerInvitation extends Command<string | null> {
  constructor(
    readonly key: string,
    readonly answer: 'accept' | 'decline',
    readonly person: Person,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(AnswerInvitation)
export class AnswerInvitationHandler implements ICommandHandler<AnswerInvitation> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Accepts or declines an invitation. A person who takes part in the study cannot accept it. Only
   * that person learns this reason: the refusal changes nothing, so the owner still sees an
   * unanswered invitation.
   * @throws DomainError not_found for a key that is unknown, expired, withdrawn or used; not_found
   *   for a class study if the caller is not a student who builds in that class; forbidden
   *   (`mustBeInvitable`); email_not_verified, own_study, takes_part, too_many_requests
   */
  async execute({ key, answer, person, requestId }: AnswerInvitation): Promise<string | null> {
    const { account_id } = person;
    const isAccepted = answer === 'accept';
    if (isAccepted && person.status !== 'ACTIVE') throw new DomainError('email_not_verified');
    await this.limit.consume(collaboratorsRateLimits.tried, account_id);
    const now = this.clock.now();
    const hash = sha256(key);
    return this.unitOfWork.run(
      async (tx) => {
        const [asked] = await tx.query<{ study_id: string }>(
          `SELECT study_id FROM identity.study_invitation WHERE key_hash = $1`,
          [hash],
        );
        if (!asked) throw new DomainError('not_found');
        // Lock the study before the invitation: all changes of a study's people use this order.
        const study = await lockStudyForInvitee(tx, asked.study_id);
        const [invitation] = await tx.query<{ role: CollaboratorRole }>(
          `DELETE FROM identity.study_invitation WHERE key_hash = $1 AND expires_at > $2
           RETURNING role`,
          [hash, now],
        );
        await mustBeInvitable(tx, study, person);
        if (!invitation || study.state === 'archived') throw new DomainError('not_found');
        if (!isAccepted) {
          tx.record('collaborators.people-changed', { study_id: study.id });
          return null;
        }
        if (studyRoleOf(study, account_id) === 'owner') throw new DomainError('own_study');
        if (await hasTakenPart(tx, this.secrets, study.id, account_id))
          throw new DomainError('takes_part');
        await giveRole(tx, study.id, account_id, invitation.role, now);
        await compareValuesWithOtherStudies(tx, study.id, utcDay(now));
        tx.record('collaborators.people-changed', { study_id: study.id });
        await tx.audit(
          'collaborator-joined',
          { actor: account_id, details: { study_id: study.id, role: invitation.role } },
          now,
        );
        return study.id;
      },
      { requestId },
    );
  }
}
