import type { Enrolment } from '../../../contracts/studies';
import type { EligibilityFilter } from '../../../contracts/eligibility';

export type Reason = Enrolment['reasons'][number];

/** The studies that a person has completed, and those that they have started: these among them. */
export interface PastStudies {
  completed: readonly string[];
  participated: readonly string[];
}

/** A person's demographics and earlier studies; null where unknown. */
export interface Profile extends PastStudies {
  date_of_birth: string | null;
  education_level: string | null;
}

/**
 * Age in whole years on a day, by the calendar (a person born on 29 February is a year older on 1
 * March of other years).
 */
export function ageOn(dateOfBirth: string, today: Date): number {
  const [year = 0, month = 1, day = 1] = dateOfBirth.split('-').map(Number);
  const had =
    today.getUTCMonth() + 1 > month ||
    (today.getUTCMonth() + 1 === month && today.getUTCDate() >= day);
  return today.getUTCFullYear() - year - (had ? 0 : 1);
}

type PastFilter = Extract<EligibilityFilter, { studies: string[] }>;
export function passesPast({ filter, studies }: PastFilter, past: PastStudies): boolean {
  const counted = filter.startsWith('completed_') ? past.completed : past.participated;
  const any = studies.some((id) => counted.includes(id));
  return filter.endsWith('_any_of') ? any : !any;
}

function misses(filter: EligibilityFilter, profile: Profile, today: Date): Reason | undefined {
  switch (filter.filter) {
    case 'age': {
      if (profile.date_of_birth === null) return 'missing_profile_field';
      const age = ageOn(profile.date_of_birth, today);
      if (filter.range.lower !== undefined && age < filter.range.lower) return 'too_young';
      if (filter.range.upper !== undefined && age > filter.range.upper) return 'too_old';
      return undefined;
    }
    case 'education_level':
      if (profile.education_level === null) return 'missing_profile_field';
      return filter.any_of.some((level) => level === profile.education_level)
        ? undefined
        : 'criteria';
    case 'completed_any_of':
    case 'completed_none_of':
    case 'participated_any_of':
    case 'participated_none_of':
      return passesPast(filter, profile) ? undefined : 'criteria';
  }
}

/**
 * The reasons why a person is not eligible; empty for an eligible one (docs/domain.md, 5: AND
 * between filters; an unknown value fails its filter).
 */
export const reasonsAgainst = (
  filters: readonly EligibilityFilter[],
  profile: Profile,
  today: Date,
): Reason[] => [
  ...new Set(
    filters
      .map((filter) => misses(filter, profile, today))
      .filter((reason) => reason !== undefined),
  ),
];
