import type { EligibilityFilter } from '../../contracts/studies/eligibility';
import type { PrivacyLevel } from '../../contracts/studies/studies';
import { DomainError } from '../platform/errors/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { mayOnStudySql, isOwnedBySql } from './study.policy';

/**
 * Returns the ids of the studies that eligibility filters name, for example in a filter that admits
 * only people who completed one of these studies. Stored filters may contain ids in upper case; the
 * result is in lower case.
 */
export const studyIdsInRules = (eligibility: readonly EligibilityFilter[]): string[] => [
  ...new Set(
    eligibility.flatMap((filter) =>
      'studies' in filter ? filter.studies.map((id) => id.toLowerCase()) : [],
    ),
  ),
];

/**
 * Returns the ids of studies in filters that ask whether a person ever started one of these
 * studies. All other filters ask about completion.
 */
const begunBefore = (eligibility: readonly EligibilityFilter[]): string[] =>
  studyIdsInRules(
    eligibility.filter(
      ({ filter }) => filter === 'participated_any_of' || filter === 'participated_none_of',
    ),
  );

/**
 * If a study with these eligibility filters shows names, it breaks the promises of privacy of other
 * studies. Returns the ids of these other studies:
 * - if `promised` is `anonymous`, all studies that the filters name;
 * - if `promised` is `roster_on_completion`, only the studies in filters that ask whether a person
 * started them.
 * @param promised the privacy level that the studies in the filters have promised
 */
export const studyIdsRevealedByRules = (
  eligibility: readonly EligibilityFilter[],
  promised: PrivacyLevel,
): string[] =>
  promised === 'anonymous'
    ? studyIdsInRules(eligibility)
    : promised === 'roster_on_completion'
      ? begunBefore(eligibility)
      : [];

/**
 * Locks an owner's studies against other changes of their privacy levels and eligibility rules,
 * until the transaction ends. Without the lock, two simultaneous changes could each be allowed, but
 * together break the privacy that a study promised. Call this before you lock any row.
 */
export async function lockPrivacyChangesOfOwner(tx: Transaction, ownerId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 4))`, [`privacy:${ownerId}`]);
}

/**
 * Like `lockPrivacyChangesOfOwner`, without waiting.
 * @returns whether the lock was obtained
 */
export async function tryLockPrivacyChangesOfOwner(
  tx: Transaction,
  ownerId: string,
): Promise<boolean> {
  const [lock] = await tx.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 4)) AS held`,
    [`privacy:${ownerId}`],
  );
  return lock?.held === true;
}

/**
 * Checks that a study may have these eligibility filters (docs/domain.md, 4):
 * - The filters may name only studies of the same owner, and no class study, because class studies
 * are deleted when their term ends.
 * - If a filter names a study that promised anonymity, the study with the filter must be anonymous.
 * Otherwise the name of a person whom it admits would reveal that this person took part in the
 * anonymous study.
 * - If a filter asks who started a study that names people only on completion, the study with the
 * filter must be anonymous. Otherwise a name would reveal who left the study in the filter early.
 * @param level the privacy level of the study with the filters
 * @throws DomainError not_found, would_reveal
 */
export async function mustBeAllowedFollowUp(
  tx: Transaction,
  ownerId: string,
  eligibility: readonly EligibilityFilter[],
  level: PrivacyLevel,
): Promise<void> {
  const followed = studyIdsInRules(eligibility);
  if (followed.length === 0) return;
  const known = await tx.query<{
    id: string;
    ever_anonymous: boolean;
    ever_on_completion: boolean;
  }>(
    `SELECT id, ever_anonymous, ever_on_completion FROM research.study
     WHERE id = ANY($1::uuid[]) AND ${isOwnedBySql('study', '$2')} AND classroom_id IS NULL`,
    [followed, ownerId],
  );
  if (known.length < followed.length) throw new DomainError('not_found');
  if (level === 'anonymous') return;
  const begun = new Set(begunBefore(eligibility));
  if (
    known.some((study) => study.ever_anonymous || (study.ever_on_completion && begun.has(study.id)))
  )
    throw new DomainError('would_reveal');
}

/**
 * Checks that the account may run each study that a change adds to an eligibility rule. Otherwise
 * an editor of one study could learn something about the owner's other studies. Studies that the
 * rule named before may stay, even if another editor added them.
 * @throws DomainError not_found
 */
export async function requireRightToRunAddedStudies(
  tx: Transaction,
  accountId: string,
  before: readonly EligibilityFilter[],
  next: readonly EligibilityFilter[],
): Promise<void> {
  const known = new Set(studyIdsInRules(before));
  const added = studyIdsInRules(next).filter((id) => !known.has(id));
  if (added.length === 0) return;
  const own = await tx.query(
    `SELECT id FROM research.study st
     WHERE id = ANY($1::uuid[]) AND ${mayOnStudySql('run', 'st', '$2')}`,
    [added, accountId],
  );
  if (own.length < added.length) throw new DomainError('not_found');
}

/**
 * Whether another study of the same owner shows names and has an eligibility rule about people who
 * took part in this study. The names in that study would break the privacy that this study
 * promises.
 * @param promised the privacy level that this study promises
 */
export async function hasRevealingFollowUp(
  tx: Transaction,
  study: { id: string; owner_id: string },
  promised: PrivacyLevel,
): Promise<boolean> {
  const others = await tx.query<{ eligibility: EligibilityFilter[] }>(
    `SELECT eligibility FROM research.study
     WHERE ${isOwnedBySql('study', '$1')} AND privacy_level <> 'anonymous' AND state <> 'archived'
       AND eligibility <> '[]'`,
    [study.owner_id],
  );
  return others.some(({ eligibility }) =>
    studyIdsRevealedByRules(eligibility, promised).includes(study.id),
  );
}

/**
 * Records the privacy level that a study promises when a session is launched. The record stays even
 * if the session ends or is deleted.
 */
export async function recordPromisedPrivacy(
  tx: Transaction,
  studyId: string,
  level: PrivacyLevel,
): Promise<void> {
  if (level === 'roster_on_start') return;
  const column = level === 'anonymous' ? 'ever_anonymous' : 'ever_on_completion';
  await tx.query(`UPDATE research.study SET ${column} = true WHERE id = $1 AND NOT ${column}`, [
    studyId,
  ]);
}
