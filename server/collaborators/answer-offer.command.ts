import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { lockAccountRow } from '../access/accounts/accounts.store';
import type { Person } from '../access/person';
import { SessionMoney } from '../enrolment/launch/session-money';
import { hasTakenPart } from '../enrolment/participations/has-taken-part';
import { Clock, utcDay } from '../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { Secrets, sha256 } from '../platform/security/secrets';
import { lockPrivacyChangesOfOwner } from '../studies/follow-ups';
import { compareValuesWithOtherStudies } from '../runtime/rare-values/recurring.sql';
import { transferStudy } from '../studies/people/hand-over-studies';
import { lockStudyForInvitee } from '../studies/locked-study';
import { studyRoleOf } from '../studies/study.policy';
import { revokePreviewAddresses } from '../study-files/serving/end-preview-addresses';
import { collaboratorsRateLimits } from './collaborators.rate-limits';
import { mustBeTransferable } from './transferable-study';

/**
 * How a request names the offer that it answers: by the study, if the offer was made to the account
 * as a collaborator; by the key in the mail, if it was made to an email address.
 */
export type OfferReference = { study: string } | { key: string };

/**
 * The answer to an offer to take over a study. The command returns the id of the study, or null if
 * the person declined.
 */
export class AnswerOffer extends Command<string | null> {
  constructor(
    readonly at: OfferReference,
    readonly answer: 'accept' | 'decline',
    readonly person: Person,
    readonly requestId: string,
  ) {
    super();
  }
}

interface Offer {
  id: string;
  study_id: string;
  offered_by: string;
  account_id: string | null;
  stays: boolean;
}

@CommandHandler(AnswerOffer)
export class AnswerOfferHandler implements ICommandHandler<AnswerOffer> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly secrets: Secrets,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
    private readonly money: SessionMoney,
  ) {}

  /**
   * Transfers the study to the new owner in one transaction. A refusal changes nothing, so the
   * owner still sees an open offer. Only the person who answers learns why they were refused. So
   * the owner does not learn from the error `takes_part` that this person takes part
   * (docs/decisions/collaborators.md).
   * @throws DomainError not_found for an offer that is unknown, expired, taken back or answered;
   * email_not_verified, forbidden, take_over_not_approved, own_study, study_recruiting, study_tied,
   * study_holds_money, takes_part, too_many_requests
   */
  async execute({ at, answer, person, requestId }: AnswerOffer): Promise<string | null> {
    const accepts = answer === 'accept';
    if (accepts && person.status !== 'ACTIVE') throw new DomainError('email_not_verified');
    if ('key' in at) await this.limit.consume(collaboratorsRateLimits.tried, person.account_id);
    return this.unitOfWork.run(
      async (tx) => {
        const offer = await this.find(tx, at, person.account_id);
        if (accepts) {
          await this.lockBoth(tx, offer.offered_by, person.account_id);
          await this.pass(tx, offer, person.account_id);
          return offer.study_id;
        }
        await lockStudyForInvitee(tx, offer.study_id);
        await this.take(tx, offer);
        await this.tellDeclined(tx, offer, person.account_id);
        return null;
      },
      { requestId },
    );
  }

  private async find(tx: Transaction, at: OfferReference, accountId: string): Promise<Offer> {
    const [offer] = await ('study' in at
      ? tx.query<Offer>(
          `SELECT id, study_id, offered_by, account_id, stays FROM identity.study_offer
           WHERE study_id = $1 AND account_id = $2`,
          [at.study, accountId],
        )
      : tx.query<Offer>(
          `SELECT id, study_id, offered_by, account_id, stays FROM identity.study_offer
           WHERE key_hash = $1`,
          [sha256(at.key)],
        ));
    if (!offer) throw new DomainError('not_found');
    return offer;
  }

  /**
   * Locks what must not change during the transfer. Call it before the study's row is locked. It
   * locks the privacy levels of both owners' studies, because an eligibility rule may name only
   * studies of the same owner. It also locks both accounts, so that neither account can be
   * disabled, and the new owner cannot request deletion, before the transfer ends.
   */
  private async lockBoth(tx: Transaction, from: string, to: string): Promise<void> {
    for (const one of [...new Set([from, to])].sort()) await lockPrivacyChangesOfOwner(tx, one);
    const next = await lockAccountRow(tx, to, 'share', 'responsible');
    if (!next) throw new DomainError('forbidden');
    if (next.researcher_privilege !== true) throw new DomainError('take_over_not_approved');
    // An owner whose account is about to be erased may still transfer studies; a disabled owner may
    // not.
    if (!(await lockAccountRow(tx, from, 'share', 'enabled'))) throw new DomainError('not_found');
  }

  /**
   * Deletes the offer. All commands that end an offer lock the study first, so the second of two
   * simultaneous calls finds no offer.
   */
  private async take(tx: Transaction, offer: Offer): Promise<void> {
    const taken = await tx.query(
      `DELETE FROM identity.study_offer WHERE id = $1 AND expires_at > $2 RETURNING id`,
      [offer.id, this.clock.now()],
    );
    if (taken.length === 0) throw new DomainError('not_found');
  }

  private async pass(tx: Transaction, offer: Offer, to: string): Promise<void> {
    const study = await lockStudyForInvitee(tx, offer.study_id);
    await this.take(tx, offer);
    if (studyRoleOf(study, offer.offered_by) !== 'owner') throw new DomainError('not_found');
    if (studyRoleOf(study, to) === 'owner') throw new DomainError('own_study');
    const now = this.clock.now();
    await mustBeTransferable(tx, study, this.money, now);
    if (await hasTakenPart(tx, this.secrets, study.id, to)) throw new DomainError('takes_part');
    await transferStudy(tx, study, to, offer.stays, now);
    await compareValuesWithOtherStudies(tx, study.id, utcDay(now));
    if (!offer.stays) await revokePreviewAddresses(tx, study.id, now);
    // The new owner decides who else joins, so open invitations are deleted.
    await tx.query(`DELETE FROM identity.study_invitation WHERE study_id = $1`, [study.id]);
    await tx.audit(
      'study-passed',
      { actor: to, subject: study.owner_id, details: { study_id: study.id } },
      now,
    );
    tx.record('collaborators.study-passed', {
      study_id: study.id,
      account_id: to,
      former_id: study.owner_id,
    });
  }

  private async tellDeclined(tx: Transaction, offer: Offer, by: string): Promise<void> {
    await tx.audit(
      'study-offer-declined',
      { actor: by, subject: offer.offered_by, details: { study_id: offer.study_id } },
      this.clock.now(),
    );
    tx.record('collaborators.offer-declined', {
      study_id: offer.study_id,
      account_id: offer.offered_by,
      by: offer.account_id,
    });
    tx.record('collaborators.people-changed', { study_id: offer.study_id });
  }
}
