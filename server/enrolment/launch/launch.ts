import { incompleteFilterReason } from '../../../contracts/studies/eligibility';
import { mayPayByTime } from '../../../contracts/enrolment/part-pay.rule';
import { lacksPaymentTerms } from '../../../contracts/enrolment/payment.rule';
import {
  findDuplicateParameter,
  type ParameterAliases,
} from '../../../contracts/studies/external-url';
import { isHostedRuntime } from '../../../contracts/study-files/hosted-runtime';
import type { Caller } from '../../access/caller';
import { lockAccountRow, lockEnabledAccountRow } from '../../access/accounts/accounts.store';
import type { Config } from '../../config';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import { recordPromisedPrivacy } from '../../studies/follow-ups';
import { makeStudyReady } from '../../studies/make-ready';
import { mustBuildInClass } from '../../studies/classes/class-builders';
import type { Study } from '../../studies/study.entity';
import { markVersionLaunched } from '../../study-files/versions/hosted-versions';
import { mustStoreAnswers } from '../../study-files/versions/must-store-answers';
import { requireReasonsForReportedReads } from '../../study-files/versions/reasons';
import type { Session, SessionSnapshot } from '../model/session.entity';
import { rewardOf } from '../model/session.rule';
import { launchContent } from './launch-content';
import type { LaunchReviews } from './launch-reviews';
import {
  areTooFewForAnonymity,
  isClassroomTooSmall,
  type EligibleCrowdSize,
} from './too-few-people';

/** How a session is launched. */
export interface LaunchOptions {
  /**
   * Whether the launch request contains a reward. If not, the session keeps a reward that was set
   * for it before; otherwise it gets the reward of the study.
   */
  readonly rewardIsGiven: boolean;
  /** Whether too few people match the study's eligibility rule; null if they were not counted. */
  readonly crowd: EligibleCrowdSize | null;
  /** The check by the teaching context, which decides whether a class study may be launched. */
  readonly reviews: LaunchReviews;
  readonly now: Date;
}

/**
 * Freezes the terms that participants will agree to (docs/domain.md, 2) and opens the session, now or at its opening
 * date.
 * @throws DomainError
 * - study_archived, consent_missing, runtime_missing, conditions_incomplete, payment_terms_missing,
 *   by_time_in_anonymous, parameter_in_address, forbidden, owner_unavailable
 * - rehearsal_missing, unavailable (`mustStoreAnswers`); reasons_missing (`requireReasonsForReportedReads`)
 * - researcher_not_approved, owner_not_approved: the session is public or shows names, and no administrator approved
 *   the caller or the owner as a researcher (docs/domain.md, 1)
 * - classroom_closed; review_needed, version_changed: no instructor approved the current content of a class study
 * @throws RuleChanged if the eligible people were counted for a former eligibility rule
 */
export async function launchSession(
  tx: Transaction,
  sessionId: string,
  study: Study,
  { person }: Caller,
  { rewardIsGiven, crowd, reviews, now }: LaunchOptions,
): Promise<void> {
  const [session] = await tx.query<Session>(`SELECT * FROM research.session WHERE id = $1`, [
    sessionId,
  ]);
  if (!session) throw new DomainError('not_found');
  const rewardOfStudy = !rewardIsGiven && !session.own_reward;
  const owner = await requireAccountsInUse(tx, person.account_id, study.owner_id);
  if (study.state === 'archived') throw new DomainError('study_archived');
  if (study.classroom_id !== null)
    await mustBuildInClass(tx, person.account_id, study.classroom_id, 'forbidden');
  const {
    snapshot: content,
    consent,
    digest,
  } = await launchContent(tx, study, session.privacy_level);
  // Submitting a class study for review gives it a consent form, so a class study without a form
  // was never reviewed.
  if (!consent)
    throw new DomainError(study.classroom_id === null ? 'consent_missing' : 'review_needed');
  // The runtime says how a participation is completed. The researcher must choose one; there is no
  // default.
  if (!study.runtime) throw new DomainError('runtime_missing');
  if (study.runtime.kind === 'external') mustSendOnce(study.runtime);
  if (study.eligibility.some((one) => incompleteFilterReason(one) !== null))
    throw new DomainError('conditions_incomplete');
  if (lacksPaymentTerms(rewardOf(rewardOfStudy ? study : session), study.payment_terms))
    throw new DomainError('payment_terms_missing');
  // Pay by the time spent, shown next to a tag, would reveal which pseudonymous answers belong to that participant.
  if (session.privacy_level === 'anonymous' && mayPayByTime(study.payment_terms))
    throw new DomainError('by_time_in_anonymous');
  const needsApproval = session.audience === 'catalogue' || session.privacy_level !== 'anonymous';
  if (needsApproval && person.researcher_privilege !== true)
    throw new DomainError('researcher_not_approved');
  if (needsApproval && !owner.approved) throw new DomainError('owner_not_approved');
  await mustStoreAnswers(tx, study.runtime);
  if (session.privacy_level === 'anonymous')
    await requireReasonsForReportedReads(tx, study.runtime);
  if (study.classroom_id !== null)
    await reviews.mustBeApproved(tx, { id: study.id, classroom_id: study.classroom_id }, digest);
  const snapshot: SessionSnapshot = {
    ...content,
    consent_version: consent.version,
    too_few_people:
      areTooFewForAnonymity(session, study.eligibility, crowd) ||
      (await isClassroomTooSmall(tx, study)),
  };
  const opensLater = session.opens_at !== null && session.opens_at > now;
  await tx.query(
    `UPDATE research.session
     SET launched_at = $2, state = $3, consent_id = $4, consent_sha256 = $5, snapshot = $6, maximum_minutes = $7,
       reward_amount = CASE WHEN $8 THEN $9 ELSE reward_amount END,
       reward_currency = CASE WHEN $8 THEN $10 ELSE reward_currency END WHERE id = $1`,
    [
      sessionId,
      now,
      opensLater ? 'scheduled' : 'active',
      consent.id,
      consent.sha256,
      snapshot,
      study.maximum_minutes,
      rewardOfStudy,
      study.reward_amount,
      study.reward_currency,
    ],
  );
  if (isHostedRuntime(study.runtime)) await markVersionLaunched(tx, study.runtime.version_id);
  await recordPromisedPrivacy(tx, study.id, session.privacy_level);
  await makeStudyReady(tx, study);
}

/**
 * Refuses a study that records with microphone or camera if this installation has no separate
 * origin for studies: browsers give a page these devices only if it has an origin.
 * @throws DomainError study_origin_required
 */
export function requireOriginForDevices(
  { runtime }: Pick<Study, 'runtime'>,
  { studyOrigin }: Pick<Config, 'studyOrigin'>,
): void {
  if (!studyOrigin && isHostedRuntime(runtime) && runtime.needs.length > 0)
    throw new DomainError('study_origin_required');
}

/**
 * Checks that the account that opens or reopens a session is in use. Also checks that the account
 * of the study's owner (who may be another person) is neither disabled nor about to be deleted.
 * Locks both accounts. So a transaction that disables one of them waits, and then pauses the open
 * session.
 * @returns whether the owner's review is approved
 * @throws DomainError forbidden, owner_unavailable
 */
export async function requireAccountsInUse(
  tx: Transaction,
  accountId: string,
  ownerId: string,
): Promise<{ approved: boolean }> {
  if (!(await lockEnabledAccountRow(tx, accountId))) throw new DomainError('forbidden');
  const owner = await lockAccountRow(tx, ownerId, 'share', 'responsible');
  if (!owner) throw new DomainError('owner_unavailable');
  return { approved: owner.researcher_privilege === true };
}

/**
 * Refuses an external study whose address already has a parameter that the product would add. An
 * address may have one if it was stored before the product checked new addresses.
 * @throws DomainError parameter_in_address
 */
function mustSendOnce({ url, names }: { url: string; names?: ParameterAliases | undefined }): void {
  const name = findDuplicateParameter(url, names);
  if (name) throw new DomainError('parameter_in_address', { placeholder: `{${name}}` });
}
