import type { SessionMoney } from '../enrolment/launch/session-money';
import { hasOpenFollowUpSession } from '../enrolment/launch/privacy-promise';
import { isStudyRecruiting } from '../enrolment/model/is-study-recruiting';
import type { Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { isTiedByEligibilityRule } from '../studies/people/hand-over-studies';
import type { Study } from '../studies/study.entity';

/**
 * Checks that a study may change its owner. No launched session may be open, so that all
 * participants consent under the name of the owner who then learns their names. No eligibility rule
 * may connect it with another study of its owner. Its sessions may hold no money of the owner's
 * wallet, since they would go on paying from it. The caller must have locked the study.
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
