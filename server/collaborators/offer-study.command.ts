import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { collaboratorsLimits } from '../../contracts/collaborators/limits';
import type { StudyOffer } from '../../contracts/collaborators/study-transfer';
import type { Person } from '../access/person';
import { SessionMoney } from '../enrolment/launch/session-money';
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
import { CollaboratorsRead } from './collaborators.read';
import { mustBeTransferable } from './transferable-study';

/** The recipient of the offer: a collaborator, or an email address. */
export type OfferRecipient = { account: string } | { email: string };

export class OfferStudy extends Command<StudyOffer> {
  constructor(
    readonly studyId: string,
    readonly person: Person,
    readonly to: OfferRecipient,
    readonly stays: boolean,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(OfferStudy)
export class OfferStudyHandler implements ICommandHandler<OfferStudy> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly gate: StudyGate,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
    private readonly collaborators: CollaboratorsRead,
    private readonly money: SessionMoney,
  ) {}

  /**
   * Offers a study to a new owner. The second of two simultaneous offers is refused. The command
   * looks up neither the address nor participations, so its response reveals nothing about the
   * person.
   * @throws DomainError not_found, also for an account without a role; forbidden,
   * email_not_verified, offer_open, sandbox_only, study_recruiting, study_tied, study_holds_money,
   * too_many_requests
   */
  async execute({ studyId, person, to, stays, requestId }: OfferStudy): Promise<StudyOffer> {
    if (person.status !== 'ACTIVE') throw new DomainError('email_not_verified');
    await this.gate.must('manage_people', studyId, person.account_id);
    await this.limit.consume(collaboratorsRateLimits.invited, person.account_id);
    const id = timeOrderedId();
    const now = this.clock.now();
    await this.unitOfWork.run(
      async (tx) => {
        const study = await lockStudy(tx, studyId, 'manage_people', person.account_id);
        const account = 'account' in to ? to.account.toLowerCase() : null;
        const email = 'email' in to ? to.email : null;
        if (account !== null && (await readCollaboratorRoles(tx, study.id))[account] === undefined)
          throw new DomainError('not_found');
        await mustBeTransferable(tx, study, this.money, now);
        await tx.query(
          `DELETE FROM identity.study_offer WHERE study_id = $1 AND expires_at <= $2`,
          [study.id, now],
        );
        const added = await tx.query(
          `INSERT INTO identity.study_offer
             (id, study_id, offered_by, account_id, email, key_hash, stays, created_at, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (study_id) DO NOTHING RETURNING id`,
          [
            id,
            study.id,
            person.account_id,
            account,
            email,
            email === null ? null : sha256(this.secrets.linkKey('study-offer', id)),
            stays,
            now,
            addMilliseconds(now, hours(collaboratorsLimits.studyOfferHours)),
          ],
        );
        if (added.length === 0) throw new DomainError('offer_open');
        await tx.audit(
          'study-offered',
          { actor: person.account_id, subject: account, details: { study_id: study.id } },
          now,
        );
        tx.record('collaborators.study-offered', { offer_id: id });
        tx.record('collaborators.people-changed', { study_id: study.id });
      },
      { requestId },
    );
    const offer = await this.collaborators.offerOf(studyId, person.account_id);
    if (!offer) throw new DomainError('not_found');
    return offer;
  }
}
