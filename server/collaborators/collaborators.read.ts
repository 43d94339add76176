import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type {
  Collaborator,
  OfferedRole,
  StudyAccess,
  StudyInvitation,
} from '../../contracts/collaborators/collaborators';
import type { StudyOffer } from '../../contracts/collaborators/study-transfer';
import type { Person } from '../access/person';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { sha256 } from '../platform/security/secrets';
import { StudyGate } from '../studies/people/study-gate';
import { StudyMembersRead } from '../studies/people/study-members.read';
import { mayOnStudy, mayOnStudySql } from '../studies/study.policy';
import { mustBeInvitable } from './invitable';
import { collaboratorsRateLimits } from './collaborators.rate-limits';

type WithTimes<T, K extends keyof T> = Omit<T, K> & Record<K, Date>;

@Injectable()
export class CollaboratorsRead {
  constructor(
    private readonly source: DataSource,
    private readonly members: StudyMembersRead,
    private readonly gate: StudyGate,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /**
   * @throws DomainError for a caller without a role in the study: forbidden if the caller may read
   *   the study's page, otherwise not_found
   */
  async ofStudy(studyId: string, accountId: string): Promise<StudyAccess> {
    const study = await this.gate.must('read', studyId, accountId);
    const people = (await this.members.withRoles(studyId)) satisfies (WithTimes<
      Omit<Collaborator, 'sees_roster_since'>,
      'since'
    > & { sees_roster_since: Date | null })[];
    const invitations: WithTimes<StudyInvitation, 'expires_at'>[] = mayOnStudy(
      'manage_people',
      study,
      accountId,
    )
      ? await this.source.query(
          `SELECT id AS _id, email, role, expires_at FROM identity.study_invitation
           WHERE study_id = $1 AND expires_at > $2 ORDER BY id`,
          [studyId, this.clock.now()],
        )
      : [];
    return {
      people: people.map((one) => ({
        ...one,
        since: one.since.toISOString(),
        sees_roster_since: one.sees_roster_since?.toISOString() ?? null,
      })),
      invitations: invitations.map((one) => ({
        ...one,
        expires_at: one.expires_at.toISOString(),
      })),
      offer: await this.offerOf(studyId, accountId),
    };
  }

  /** Reads the open offer of a study, for its owner and for the collaborator to whom it is made. */
  async offerOf(studyId: string, accountId: string): Promise<StudyOffer | null> {
    const [offer]: WithTimes<StudyOffer, 'expires_at'>[] = await this.source.query(
      `SELECT CASE WHEN p.id IS NOT NULL THEN jsonb_build_object('_id', p.id,
           'first_name', p.first_name, 'last_name', p.last_name) END AS "to",
         o.email, o.stays, o.expires_at
       FROM identity.study_offer o JOIN research.study_profile st ON st.id = o.study_id
       LEFT JOIN identity.person p ON p.id = o.account_id
       WHERE o.study_id = $1 AND o.expires_at > $3
         AND (${mayOnStudySql('manage_people', 'st', '$2::uuid')} OR o.account_id = $2)`,
      [studyId, accountId, this.clock.now()],
    );
    return offer ? { ...offer, expires_at: offer.expires_at.toISOString() } : null;
  }

  /**
   * Reads an invitation by its key.
   * @throws DomainError not_found for a key that is unknown, expired, withdrawn or used; the errors
   * of `mustBeInvitable`
   */
  async offered(key: string, person: Person): Promise<OfferedRole> {
    await this.limit.consume(collaboratorsRateLimits.tried, person.account_id);
    const [found]: (WithTimes<OfferedRole, 'expires_at'> & { classroom_id: string | null })[] =
      await this.source.query(
        `SELECT st.title, i.role, i.expires_at,
         jsonb_build_object('first_name', p.first_name, 'last_name', p.last_name) AS owner,
         NULL::boolean AS stays, st.classroom_id
       FROM identity.study_invitation i JOIN research.study_profile st ON st.id = i.study_id
       JOIN identity.person p ON p.id = i.invited_by
       WHERE i.key_hash = $1 AND i.expires_at > $2 AND st.state <> 'archived'
       UNION ALL
       SELECT st.title, 'owner', o.expires_at,
         jsonb_build_object('first_name', p.first_name, 'last_name', p.last_name), o.stays, st.classroom_id
       FROM identity.study_offer o JOIN research.study_profile st ON st.id = o.study_id
       JOIN identity.person p ON p.id = o.offered_by
       WHERE o.key_hash = $1 AND o.expires_at > $2`,
        [sha256(key), this.clock.now()],
      );
    if (!found) throw new DomainError('not_found');
    await mustBeInvitable(this.source, found, person);
    const { classroom_id: _, ...offer } = found;
    return { ...offer, expires_at: offer.expires_at.toISOString() };
  }
}
