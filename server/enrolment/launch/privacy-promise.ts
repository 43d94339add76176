import { type EligibilityFilter } from '../../../contracts/studies/eligibility';
import { privacyLevels, type PrivacyLevel } from '../../../contracts/studies/studies';
import { DomainError } from '../../platform/errors/errors';
import type { Transaction } from '../../platform/db/unit-of-work';
import {
  studyIdsInRules,
  hasRevealingFollowUp,
  mustBeAllowedFollowUp,
  studyIdsRevealedByRules,
} from '../../studies/follow-ups';
import {
  lockPrivacyChangesOfStudy,
  tryLockPrivacyChangesOfStudy,
} from '../../studies/lock-privacy';
import { rowLockedElsewhere } from '../../platform/concurrency/batch';
import { isOwnedBySql } from '../../studies/study.policy';
import type { Study } from '../../studies/study.entity';

/** Returns how much a privacy level reveals, as an ordinal number (docs/domain.md, 4). */
const shows = (level: PrivacyLevel): number => privacyLevels.indexOf(level);

/**
 * Checks that a session at this privacy level reveals no more than participants were promised:
 * - An earlier launched session of the study must not have promised more privacy.
 * - The eligibility rule of the study must not reveal who took part in another study, if that study
 *   promised its participants that researchers learn no names.
 * - If another study shows names, its eligibility rule must not reveal who took part in this study.
 * The caller must have called `lockPrivacyChangesOfStudy` or `lockPrivacyLevelsForLaunch`.
 * @throws DomainError privacy_level_lowered, would_reveal; not_found for a rule that names studies
 * of others
 */
export async function mustKeepPrivacyPromises(
  tx: Transaction,
  study: Study,
  level: PrivacyLevel,
): Promise<void> {
  const launched = await tx.query<{ privacy_level: PrivacyLevel }>(
    `SELECT DISTINCT privacy_level FROM research.session
     WHERE study_id = $1 AND launched_at IS NOT NULL`,
    [study.id],
  );
  if (launched.some((earlier) => shows(earlier.privacy_level) < shows(level)))
    throw new DomainError('privacy_level_lowered');
  await mustBeAllowedFollowUp(tx, study.owner_id, study.eligibility, level);
  if (level === 'roster_on_start') return;
  if ((await hasRevealingFollowUp(tx, study, level)) || (await isFollowedByName(tx, study, level)))
    throw new DomainError('would_reveal');
}

/**
 * Whether an open session of another study of the owner has an eligibility rule that names this
 * study.
 */
export async function hasOpenFollowUpSession(
  tx: Transaction,
  study: { id: string; owner_id: string },
): Promise<boolean> {
  const sessions = await tx.query<{ eligibility: EligibilityFilter[] }>(
    `SELECT s.snapshot -> 'eligibility' AS eligibility
     FROM research.study_profile t JOIN research.session s ON s.study_id = t.id
     WHERE ${isOwnedBySql('t', '$1')} AND t.id <> $2 AND s.launched_at IS NOT NULL AND s.state <> 'closed'`,
    [study.owner_id, study.id],
  );
  return sessions.some(({ eligibility }) => studyIdsInRules(eligibility).includes(study.id));
}

/**
 * Whether an eligibility rule would reveal what this privacy level hides about the participants of
 * the study. Checks the rules of all sessions of the owner that show names and are not closed.
 */
async function isFollowedByName(
  tx: Transaction,
  study: Study,
  level: PrivacyLevel,
): Promise<boolean> {
  const sessions = await tx.query<{ eligibility: EligibilityFilter[] }>(
    `SELECT coalesce(s.snapshot -> 'eligibility', t.eligibility) AS eligibility
     FROM research.study_profile t JOIN research.session s ON s.study_id = t.id
     WHERE ${isOwnedBySql('t', '$1')} AND s.privacy_level <> 'anonymous' AND s.state <> 'closed'`,
    [study.owner_id],
  );
  return sessions.some(({ eligibility }) =>
    studyIdsRevealedByRules(eligibility, level).includes(study.id),
  );
}

/**
 * Takes a lock for a launch, or for a change of the privacy level before the launch: until the
 * transaction ends, no other session of the owner's studies can be launched or change its level.
 * @returns the sessions that the caller must lock: the given session and, before its launch, all
 *   recruiting sessions of the study. An enrolment in these sessions waits for the lock, and then
 *   sees that the study has several privacy levels (read-seats.ts)
 */
export async function lockPrivacyLevelsForLaunch(
  tx: Transaction,
  sessionId: string,
  waits: boolean,
): Promise<string[] | typeof rowLockedElsewhere> {
  const [at] = await tx.query<{ study_id: string; launched: boolean }>(
    `SELECT study_id, launched_at IS NOT NULL AS launched FROM research.session WHERE id = $1`,
    [sessionId],
  );
  if (!at) throw new DomainError('not_found');
  if (at.launched) return [sessionId];
  if (waits) await lockPrivacyChangesOfStudy(tx, at.study_id);
  else if (!(await tryLockPrivacyChangesOfStudy(tx, at.study_id))) return rowLockedElsewhere;
  const others = await tx.query<{ id: string }>(
    `SELECT id FROM research.session
     WHERE study_id = $1 AND launched_at IS NOT NULL AND state <> 'closed' AND id <> $2`,
    [at.study_id, sessionId],
  );
  return [sessionId, ...others.map(({ id }) => id)];
}
