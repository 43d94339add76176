import type { EnrolButtonState } from '../../../contracts/studies/enrol-button';
import type { Demographics } from '../../../contracts/accounts/demographics';
import {
  isProfileAnswerFilter,
  type ProfileAnswerFilter,
  type EligibilityFilter,
} from '../../../contracts/studies/eligibility';
import type { ProfileField } from '../../../contracts/accounts/profile-answers';

export type IneligibilityReason = EnrolButtonState['reasons'][number];

/** Which of these studies a person has completed, and which they have started. */
export interface PastStudies {
  completed: readonly string[];
  participated: readonly string[];
}

/**
 * The facts about a person that filters check: demographics, and earlier studies. A fact that is
 * unknown is null.
 */
export interface EligibilityProfile extends PastStudies, Demographics {}

/**
 * Computes the age in full years on a given day. In a year without 29 February, a person born on that day is a year
 * older from 1 March on.
 */
export function ageOn(dateOfBirth: string, today: Date): number {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  const had =
    today.getUTCMonth() + 1 > month ||
    (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (had ? 0 : 1);
}

type PastFilter = Extract<EligibilityFilter, { studies: string[] }>;
export function passesPastStudyFilter({ filter, studies }: PastFilter, past: PastStudies): boolean {
  const counted = filter.startsWith('completed_') ? past.completed : past.participated;
  const any = studies.some((id) => counted.includes(id));
  return filter.endsWith('_any_of') ? any : !any;
}

/** Whether an answer passes its filter; a person with several answers passes by one of them. */
function fitsAnswer({ filter, any_of }: ProfileAnswerFilter, told: Demographics): boolean {
  const given: readonly string[] = [told[filter]].flat().filter((one) => one !== null);
  return any_of.some((wanted) => given.includes(wanted));
}

/**
 * Returns the profile field that a filter needs and that the person has left empty; undefined if
 * none is missing.
 */
function missing(filter: EligibilityFilter, profile: EligibilityProfile): ProfileField | undefined {
  const field =
    filter.filter === 'age'
      ? 'date_of_birth'
      : isProfileAnswerFilter(filter)
        ? filter.filter
        : undefined;
  return field && profile[field] === null ? field : undefined;
}

function misses(
  filter: EligibilityFilter,
  profile: EligibilityProfile,
  today: Date,
): IneligibilityReason | undefined {
  if (missing(filter, profile)) return 'missing_profile_field';
  if (filter.filter === 'age') {
    const age = ageOn(profile.date_of_birth ?? '', today);
    if (filter.range.lower !== undefined && age < filter.range.lower) return 'too_young';
    if (filter.range.upper !== undefined && age > filter.range.upper) return 'too_old';
    return undefined;
  }
  const fits = isProfileAnswerFilter(filter)
    ? fitsAnswer(filter, profile)
    : passesPastStudyFilter(filter, profile);
  return fits ? undefined : 'criteria';
}

/**
 * Lists the profile fields that the filters need and the person has left empty, each once, in the
 * order of the filters.
 */
export const missingProfileFields = (
  filters: readonly EligibilityFilter[],
  profile: EligibilityProfile,
): ProfileField[] => [
  ...new Set(filters.map((one) => missing(one, profile)).filter((field) => field !== undefined)),
];

/**
 * Lists the reasons why a person is not eligible. The list is empty for a person who passes all
 * filters; an unknown value fails its filter (docs/domain.md, 5).
 */
export const ineligibilityReasons = (
  filters: readonly EligibilityFilter[],
  profile: EligibilityProfile,
  today: Date,
): IneligibilityReason[] => [
  ...new Set(
    filters
      .map((filter) => misses(filter, profile, today))
      .filter((reason) => reason !== undefined),
  ),
];
