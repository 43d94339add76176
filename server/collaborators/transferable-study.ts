import type { SessionMoney } from '../enrolment/launch/session-money';
import { hasOpenFollowUpSession } from '../enrolment/launch/privacy-promise';
import { isStudyRecruiting } from '../enrolment/model/is-study-recruiting';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { isTiedByEligibilityRule } from '../studies/people/hand-over-studies';
import type { Study } from '../studies/study.entity';

/**
 * Checks that a study may change its owner. The caller must have locked the study.
 * - No launched session may be open. Otherwise participants who consented under the name of the old
 *   owner would be shown by name to the new owner.
 * - No eligibility rule may connect the study with another study of its owner.
 * - No money of the owner's wallet may be reserved for its sessions, since the sessions would still
 *   pay from that wallet.
 * @throws DomainError sandbox_only for a class study; study_recruiting, study_tied,
 * study_holds_money
 */
export async function mustBeTransferable(
  tx: Transaction,
  study: Pick<Study, 'id' | 'owner_id' | 'eligibility' | 'classroom_id'>,
  money: SessionMoney,
  now: Date,
): Promise<void> {
  if (study.classroom_id !== null) throw new DomainError('sandbox_only');
  if (await isStudyRecruiting(tx, study.id)) throw new DomainError('study_recruiting');
  if ((await isTiedByEligibilityRule(tx, study)) || (await hasOpenFollowUpSession(tx, study)))
    throw new DomainError('study_tied');
  if (await money.isBoundTo(tx, study.id, now)) throw new DomainError('study_holds_money');
}
