import type { EligibilityFilter } from '../../contracts/studies/eligibility';
import type { PrivacyLevel } from '../../contracts/studies/studies';
import { DomainError } from '../platform/errors/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { mayOnStudySql, ownedBySql } from './study.policy';

/**
 * The studies that an eligibility rule names: it admits people who completed them, or people who did not. Stored
 * rules may contain ids in upper case.
 */
export const followedBy = (eligibility: readonly EligibilityFilter[]): string[] => [
  ...new Set(
    eligibility.flatMap((filter) =>
      'studies' in filter ? filter.studies.map((id) => id.toLowerCase()) : [],
    ),
  ),
];

/** The earlier studies in filters that ask whether people started them, completed or not. */
const begunBefore = (eligibility: readonly EligibilityFilter[]): string[] =>
  followedBy(
    eligibility.filter(
      ({ filter }) => filter === 'participated_any_of' || filter === 'participated_none_of',
    ),
  );

/**
 * The studies named in an eligibility rule whose promise of privacy a follow-up study with names would break, given
 * this privacy level of theirs: an anonymous study never reveals who took part, and one that names on completion does
 * not reveal who started without completing.
 */
export const revealedBy = (
  eligibility: readonly EligibilityFilter[],
  promised: PrivacyLevel,
): string[] =>
  promised === 'anonymous'
    ? followedBy(eligibility)
    : promised === 'roster_on_completion'
      ? begunBefore(eligibility)
      : [];

/**
 * Locks, until the transaction ends, which studies of this owner follow which, and their privacy levels: if two
 * changes are harmless only one by one, the second sees the first. Call it before locking any row.
 */
export async function holdPrivacyOf(tx: Transaction, ownerId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 4))`, [`privacy:${ownerId}`]);
}

/**
 * Like `holdPrivacyOf`, without waiting.
 * @returns whether the lock was obtained
 */
export async function tryHoldPrivacyOf(tx: Transaction, ownerId: string): Promise<boolean> {
  const [lock] = await tx.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 4)) AS held`,
    [`privacy:${ownerId}`],
  );
  return lock?.held === true;
}

/**
 * A rule may name only studies of the same owner, and no class study, because those are deleted when their term ends.
 * A follow-up of an anonymous study must be anonymous, too, forever: the name of a person admitted because of an
 * anonymous study reveals who took part there (docs/domain.md, 4). A study that asks who began a study with names on
 * completion must be anonymous, too: it would name the people who left early.
 * @param level the privacy level of the follow-up
 * @throws DomainError not_found, would_reveal
 */
export async function mustMayFollow(
  tx: Transaction,
  ownerId: string,
  eligibility: readonly EligibilityFilter[],
  level: PrivacyLevel,
): Promise<void> {
  const followed = followedBy(eligibility);
  if (followed.length === 0) return;
  const known = await tx.query<{
    id: string;
    ever_anonymous: boolean;
    ever_on_completion: boolean;
  }>(
    `SELECT id, ever_anonymous, ever_on_completion FROM research.study
     WHERE id = ANY($1::uuid[]) AND ${ownedBySql('study', '$2')} AND classroom_id IS NULL`,
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
 * Checks that the account itself may run the studies that a rule newly names: an editor of one study must
 * learn nothing about the owner's other studies. Studies that the rule already named may stay, added by any editor.
 * @throws DomainError not_found
 */
export async function mustRunNewlyNamed(
  tx: Transaction,
  accountId: string,
  before: readonly EligibilityFilter[],
  next: readonly EligibilityFilter[],
): Promise<void> {
  const known = new Set(followedBy(before));
  const added = followedBy(next).filter((id) => !known.has(id));
  if (added.length === 0) return;
  const own = await tx.query(
    `SELECT id FROM research.study st
     WHERE id = ANY($1::uuid[]) AND ${mayOnStudySql('run', 'st', '$2')}`,
    [added, accountId],
  );
  if (own.length < added.length) throw new DomainError('not_found');
}

/**
 * Whether a follow-up study that shows names admits people in a way that breaks this study's promise.
 * @param promised the privacy level of this study
 */
export async function hasNamedFollowUp(
  tx: Transaction,
  study: { id: string; owner_id: string },
  promised: PrivacyLevel,
): Promise<boolean> {
  const others = await tx.query<{ eligibility: EligibilityFilter[] }>(
    `SELECT eligibility FROM research.study
     WHERE ${ownedBySql('study', '$1')} AND privacy_level <> 'anonymous' AND state <> 'archived'
       AND eligibility <> '[]'`,
    [study.owner_id],
  );
  return others.some(({ eligibility }) => revealedBy(eligibility, promised).includes(study.id));
}

/**
 * Records which privacy level the study has promised. The record stays after the first launch of a session of this
 * level, whatever happens to the session.
 */
export async function markPromised(
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
