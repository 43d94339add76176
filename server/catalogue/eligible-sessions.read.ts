import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { EligibilityFilter } from '../../contracts/studies/eligibility';
import type { EligibilityFit } from '../../contracts/catalogue/eligibility-fits';
import {
  missingProfileFields,
  ineligibilityReasons,
  type EligibilityProfile,
} from '../enrolment/eligibility/eligibility.rule';
import { EligibilityProfileRead } from '../enrolment/eligibility/profile.read';
import { Clock } from '../platform/concurrency/clock';
import { prepared } from '../platform/db/prepared';
import { isRecruitingSql } from './catalogue.read';

const read = prepared<{ id: string; eligibility: EligibilityFilter[] }>(
  'rules-of-sessions',
  `SELECT s.id, coalesce(s.snapshot -> 'eligibility', '[]') AS eligibility
   FROM research.recruitment s WHERE s.id = ANY($2::uuid[]) AND ${isRecruitingSql('s')}`,
);

/**
 * Evaluates one eligibility rule for one person in the same way as an enrolment does. Returns
 * whether the person meets the rule. If the rule needs profile fields that the person has left
 * empty, returns these fields.
 */
export function evaluateEligibility(
  filters: readonly EligibilityFilter[],
  profile: EligibilityProfile,
  now: Date,
): Pick<EligibilityFit, 'fit' | 'missing_fields'> {
  const reasons = ineligibilityReasons(filters, profile, now);
  const isOpenYet = reasons.every((reason) => reason === 'missing_profile_field');
  return {
    fit:
      filters.length === 0 ? 'open' : reasons.length === 0 ? 'yes' : isOpenYet ? 'answers' : 'no',
    missing_fields: isOpenYet ? missingProfileFields(filters, profile) : [],
  };
}

/**
 * Reads for which sessions of the catalogue a person is eligible
 * (docs/decisions/catalogue-and-search.md).
 */
@Injectable()
export class EligibleSessionsRead {
  constructor(
    private readonly source: DataSource,
    private readonly clock: Clock,
    private readonly profiles: EligibilityProfileRead,
  ) {}

  /** Runs three SQL statements at most, whatever the number of sessions. */
  async of(accountId: string, sessionIds: readonly string[]): Promise<EligibilityFit[]> {
    const now = this.clock.now();
    const rules = await read(this.source, [now, sessionIds]);
    const filters = rules.flatMap(({ eligibility }) => eligibility);
    const profile = await this.profiles.forRules(accountId, filters);
    return rules.map(({ id, eligibility }) => ({
      session_id: id,
      ...evaluateEligibility(eligibility, profile, now),
    }));
  }
}
