import type { Demographics } from '../../../contracts/accounts/demographics';
import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import type { StoredDemographics, PrivacyLevel } from '../../../contracts/studies/studies';
import { ageOn } from '../eligibility/eligibility.rule';
import type { StartDemographics } from '../model/participation.entity';

/** Returns the five-year band of an age: `35-39` for 37. */
export function ageBand(age: number): string {
  const from = Math.floor(age / enrolmentLimits.ageBandYears) * enrolmentLimits.ageBandYears;
  return `${from}-${from + enrolmentLimits.ageBandYears - 1}`;
}

/**
 * Selects the demographics that a participation stores (docs/domain.md, 4 and 5). A participation in an
 * anonymous session stores only the fields that the session's launch froze, and the age as a band of five
 * years.
 * @returns null if it stores nothing
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
