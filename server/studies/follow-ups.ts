import type { EligibilityFilter } from '../../contracts/eligibility';
import type { PrivacyLevel } from '../../contracts/studies';
import { DomainError } from '../platform/http/errors';
import type { Transaction } from '../platform/db/unit-of-work';
import { ownedBySql } from './study.policy';

/**
 * The studies that a rule names: those who completed them, or who did not, are let in. Stored rules
 * may hold ids in upper case.
 */
export const followedBy = (eligibility: readonly EligibilityFilter[]): string[] => [
  ...new Set(
    eligibility.flatMap((filter) =>
      'studies' in filter ? filter.studies.map((id) => id.toLowerCase()) : [],
    ),
  ),
];

/**
 * Until the transaction ends, nobody else changes which studies of this owner follow which, nor what
 * their sessions show: of two changes that are harmless one by one, the second sees the first. Taken
 * before any lock of a row.
 */
export async function holdPrivacyOf(tx: Transaction, ownerId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended($1, 4))`, [`privacy:${ownerId}`]);
}

/** As `holdPrivacyOf`, without waiting. @returns whether it is held */
export async function tryHoldPrivacyOf(tx: Transaction, ownerId: string): Promise<boolean> {
  const [lock] = await tx.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended($1, 4)) AS held`,
    [`privacy:${ownerId}`],
  );
  return lock?.held === true;
}

/**
 * A rule names own studies only, and what follows an anonymous study is anonymous itself, for ever:
 * a name that was let in because of an anonymous study tells who took part there (docs/domain.md, 4).
 * @param level what the follow-up shows of its participants
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
  const known = await tx.query<{ ever_anonymous: boolean }>(
    `SELECT ever_anonymous FROM research.study
     WHERE id = ANY($1::uuid[]) AND ${ownedBySql('study', '$2')}`,
    [followed, ownerId],
  );
  if (known.length < followed.length) throw new DomainError('not_found');
  if (level !== 'anonymous' && known.some((study) => study.ever_anonymous))
    throw new DomainError('would_reveal');
}

/** Whether a study that shows names lets people in because of this one. */
export async function hasNamedFollowUp(
  tx: Transaction,
  study: { id: string; owner_id: string },
): Promise<boolean> {
  const others = await tx.query<{ eligibility: EligibilityFilter[] }>(
    `SELECT eligibility FROM research.study
     WHERE ${ownedBySql('study', '$1')} AND privacy_level <> 'anonymous' AND state <> 'archived'
       AND eligibility <> '[]'`,
    [study.owner_id],
  );
  return others.some(({ eligibility }) => followedBy(eligibility).includes(study.id));
}

/** From its first anonymous launch on, whatever becomes of the session. */
export async function markAnonymous(tx: Transaction, studyId: string): Promise<void> {
  await tx.query(
    'UPDATE research.study SET ever_anonymous = true WHERE id = $1 AND NOT ever_anonymous',
    [studyId],
  );
}
