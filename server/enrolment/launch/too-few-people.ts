import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { EligibilityFilter } from '../../../contracts/studies/eligibility';
import type { StoredDemographics, PrivacyLevel } from '../../../contracts/studies/studies';
import type { Caller } from '../../access/caller';
import { DomainError } from '../../platform/errors/errors';
import { RateLimit } from '../../platform/security/rate-limit';
import type { Transaction } from '../../platform/db/unit-of-work';
import { countClassmatesOutsideGroup } from '../../studies/classes/class-builders';
import { studyIdsInRules } from '../../studies/follow-ups';
import { hasAnyPrivacyPromise } from '../../studies/own-studies';
import type { Study } from '../../studies/study.entity';
import { mayOnStudySql } from '../../studies/study.policy';
import { canonicalFilters, canonicalFilterText } from '../eligibility/canonical-filters.rule';
import { EligibleCountRead } from '../eligibility/eligible-count.read';
import { areFiltersTooNarrow } from '../eligibility/noisy-count.rule';
import { enrolmentRateLimits } from '../enrolment.rate-limits';

/** Whether too few people match a study's eligibility rule, and the rule for which they were counted. */
export interface EligibleCrowdSize {
  question: string;
  tooSmall: boolean;
}

/**
 * Thrown if the study's eligibility rule changed between the count and the launch, so that the
 * people must be counted again.
 */
class RuleChanged extends Error {}

/**
 * Whether an anonymous session has too few possible participants to be called anonymous
 * (docs/domain.md, 4). That is so if the session has fewer than 5 seats, or if fewer than 20
 * people, by the noisy count, match the eligibility rule of its study.
 * @throws RuleChanged if the people were not counted for this rule
 */
export function areTooFewForAnonymity(
  session: { privacy_level: PrivacyLevel; capacity: number },
  eligibility: readonly EligibilityFilter[],
  crowd: EligibleCrowdSize | null,
): boolean {
  if (session.privacy_level !== 'anonymous') return false;
  if (session.capacity < enrolmentLimits.anonymousSeats) return true;
  if (eligibility.length === 0) return false;
  if (crowd?.question !== canonicalFilterText(canonicalFilters(eligibility)))
    throw new RuleChanged();
  return crowd.tooSmall;
}

/**
 * Whether a class study has too few possible participants: the classroom has fewer students outside
 * the study's group than the number of seats that an anonymous session needs.
 */
export async function isClassroomTooSmall(
  tx: Transaction,
  { id, classroom_id }: Pick<Study, 'id' | 'classroom_id'>,
): Promise<boolean> {
  if (classroom_id === null) return false;
  return (await countClassmatesOutsideGroup(tx, id, classroom_id)) < enrolmentLimits.anonymousSeats;
}

/**
 * Lists the demographics of participants that a session stores (docs/domain.md, 4). An anonymous session
 * stores only the fields that its eligibility rule needs.
 */
export const demographicsToStore = (
  privacyLevel: PrivacyLevel,
  eligibility: readonly EligibilityFilter[],
): StoredDemographics =>
  (['age', 'education_level'] as const).filter(
    (field) => privacyLevel !== 'anonymous' || eligibility.some(({ filter }) => filter === field),
  );

const attempts = 3;

/** Counts eligible people before the launch's transaction, so that no lock is held during the count. */
@Injectable()
export class EligibleCrowdRead {
  constructor(
    private readonly source: DataSource,
    private readonly counts: EligibleCountRead,
    private readonly limit: RateLimit,
  ) {}

  /**
   * Counts the eligible people, then calls `launch` with the result. If the study's rule changed in
   * between, counts again.
   * @param privacyLevel the level to which the launch request changes the session, if any
   * @throws DomainError
   * - too_many_launches: the researcher has launched too many sessions that need a count, or the
   *   owner's studies were launched too often with rules for which no count may be requested
   * - unavailable: the rule changed during each attempt
   */
  async before<T>(
    sessionId: string,
    privacyLevel: PrivacyLevel | undefined,
    caller: Caller,
    launch: (crowd: EligibleCrowdSize | null) => Promise<T>,
  ): Promise<T> {
    for (let attempt = 1; ; attempt++)
      try {
        return await launch(await this.crowd(sessionId, privacyLevel, caller));
      } catch (error) {
        if (!(error instanceof RuleChanged)) throw error;
        if (attempt === attempts) throw new DomainError('unavailable');
      }
  }

  /**
   * Counts the people who match the rule of the session's study.
   * @returns null if the launch needs no count
   */
  private async crowd(
    sessionId: string,
    privacyLevel: PrivacyLevel | undefined,
    { person }: Caller,
  ): Promise<EligibleCrowdSize | null> {
    const [rule]: { eligibility: EligibilityFilter[]; owner_id: string }[] =
      await this.source.query(
        `SELECT st.eligibility, st.owner_id FROM research.session s
       JOIN research.study_profile st ON st.id = s.study_id
       WHERE s.id = $1 AND s.launched_at IS NULL AND coalesce($3, s.privacy_level) = 'anonymous'
         AND ${mayOnStudySql('run', 'st', '$2::uuid')}`,
        [sessionId, person.account_id, privacyLevel ?? null],
      );
    if (!rule || rule.eligibility.length === 0) return null;
    if (
      areFiltersTooNarrow(rule.eligibility) ||
      (await hasAnyPrivacyPromise(this.source, studyIdsInRules(rule.eligibility)))
    )
      // The limit counts launches per owner, because a rule may name only studies of that owner. If
      // it counted per editor, each further editor would allow more launches.
      await this.limit.consume(enrolmentRateLimits.narrowLaunch, rule.owner_id);
    await this.limit.consume(enrolmentRateLimits.countedLaunch, person.account_id);
    const { suppressed } = await this.counts.told(rule.eligibility);
    return {
      question: canonicalFilterText(canonicalFilters(rule.eligibility)),
      tooSmall: suppressed,
    };
  }
}
