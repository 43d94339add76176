import type { Demographics } from '../../../contracts/accounts/demographics';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { StoredDemographics, PrivacyLevel } from '../../../contracts/studies/studies';
import { ageOn } from '../eligibility/eligibility.rule';
import type { StartDemographics } from '../model/participation.entity';

/** The five-year band of an age: 37 is in `35-39`. */
export function ageBand(age: number): string {
  const from = Math.floor(age / enrolmentLimits.ageBandYears) * enrolmentLimits.ageBandYears;
  return `${from}-${from + enrolmentLimits.ageBandYears - 1}`;
}

/**
 * The demographics that a participation keeps (docs/domain.md, 4 and 5): an anonymous one only the fields
 * that its session's launch froze, the age as a band of five years; null for nothing.
 */
export function startDemographics(
  privacyLevel: PrivacyLevel,
  kept: StoredDemographics,
  told: Pick<Demographics, 'date_of_birth' | 'education_level'> | undefined,
  now: Date,
): StartDemographics | null {
  const age = told?.date_of_birth ? ageOn(told.date_of_birth, now) : null;
  const education_level = told?.education_level ?? null;
  if (privacyLevel !== 'anonymous') return { age, education_level };
  if (kept.length === 0) return null;
  return {
    ...(kept.includes('age') && { age_band: age === null ? null : ageBand(age) }),
    ...(kept.includes('education_level') && { education_level }),
  };
}
