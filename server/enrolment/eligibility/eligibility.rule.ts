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
 * Age in full years on a given day, by the calendar (a person born on 29 February is a year older on 1 March of other
 * years).
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
 * The profile field that a filter needs and that the person has left empty; undefined if none is
 * missing.
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
 * The profile fields that the filters need and the person has left empty, each once, in the order
 * of the filters.
 */
export const missingProfileFields = (
  filters: readonly EligibilityFilter[],
  profile: EligibilityProfile,
): ProfileField[] => [
  ...new Set(filters.map((one) => missing(one, profile)).filter((field) => field !== undefined)),
];

/**
 * The reasons why a person is not eligible; empty for an eligible one (docs/domain.md, 5: AND
 * between filters; an unknown value fails its filter).
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
