import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type {
  CollaboratorRole,
  StudyInvitation,
} from '../../contracts/collaborators/collaborators';
import { collaboratorsLimits } from '../../contracts/collaborators/limits';
import type { Person } from '../access/person';
import { Clock, hours, addMilliseconds } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { Secrets, sha256 } from '../platform/security/secrets';
import { readCollaboratorRoles } from '../studies/people/collaborator-rows';
import { lockStudy } from '../studies/locked-study';
import { StudyGate } from '../studies/people/study-gate';
import { collaboratorsRateLimits } from './collaborators.rate-limits';

export class InviteCollaborator extends Command<StudyInvitation> {
  constructor(
    readonly studyId: string,
    readonly person: Person,
    readonly invited: { email: string; role: CollaboratorRole },
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(InviteCollaborator)
export class InviteCollaboratorHandler implements ICommandHandler<InviteCollaborator> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: StudyGate,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * Creates an invitation without looking up an account, so that neither the response nor its
   * duration reveals whether the address has one. A second invitation to an address replaces the
   * first, whose link stops working.
   * @throws DomainError not_found, forbidden, email_not_verified, study_archived,
   * too_many_collaborators, too_many_requests
   */
  async execute({ studyId, person, invited, requestId }: InviteCollaborator) {
    if (person.status !== 'ACTIVE') throw new DomainError('email_not_verified');
    await this.gate.must('manage_people', studyId, person.account_id);
    await this.limit.consume(collaboratorsRateLimits.invited, person.account_id);
    // The response does not show whether a mail goes out: one of the limits counts the mails of all
    // inviters, and this inviter must not learn about invitations by others.
    const share = `${person.account_id} ${invited.email}`;
    const isMailed =
      (await this.limit.isWithin(collaboratorsRateLimits.share, share)) &&
      (await this.limit.isWithin(collaboratorsRateLimits.toAddress, invited.email));
    const id = timeOrderedId();
    const now = this.clock.now();
    const expires = addMilliseconds(now, hours(collaboratorsLimits.studyInvitationHours));
    return this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'manage_people', person.account_id);
        if (study.state === 'archived') throw new DomainError('study_archived');
        await tx.query(
          `DELETE FROM identity.study_invitation
           WHERE study_id = $1 AND (email = $2 OR expires_at <= $3)`,
          [study.id, invited.email, now],
        );
        const waiting = await tx.query(
          `SELECT id FROM identity.study_invitation WHERE study_id = $1`,
          [study.id],
        );
        const people = Object.keys(await readCollaboratorRoles(tx, study.id));
        if (people.length + waiting.length >= collaboratorsLimits.collaborators)
          throw new DomainError('too_many_collaborators');
        await tx.query(
          `INSERT INTO identity.study_invitation
             (id, study_id, email, role, key_hash, invited_by, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
          [
            id,
            study.id,
            invited.email,
            invited.role,
            sha256(this.secrets.linkKey('study-invitation', id)),
            person.account_id,
            now,
            expires,
          ],
        );
        await tx.audit(
          'collaborator-invited',
          { actor: person.account_id, details: { study_id: study.id, role: invited.role } },
          now,
        );
        if (isMailed) tx.record('collaborators.invited', { invitation_id: id });
        tx.record('collaborators.people-changed', { study_id: study.id });
        return { _id: id, ...invited, expires_at: expires.toISOString() };
      },
      { requestId },
    );
  }
}
