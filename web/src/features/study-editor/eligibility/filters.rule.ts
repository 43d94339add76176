import {
  type ProfileAnswerFilter,
  type EligibilityFilter,
  isProfileAnswerFilter,
  earlierStudyFilters,
} from '../../../../../contracts/studies/eligibility';
import type { ParticipantFilters } from '../../../../../contracts/enrolment/participants';
import {
  profileAnswerFields,
  healthAnswerFields,
} from '../../../../../contracts/accounts/profile-answers';

export type ParticipantFilter = EligibilityFilter;
export type ParticipantFilterKind = ParticipantFilter['filter'];

/** The filters, in the order in which the menu offers them. */
export const filterGroups = {
  people: ['age', ...profileAnswerFields.filter((field) => !healthAnswerFields.includes(field))],
  health: healthAnswerFields,
  studies: earlierStudyFilters,
} as const satisfies Record<string, readonly ParticipantFilterKind[]>;
export const filterKinds: readonly ParticipantFilterKind[] = Object.values(filterGroups).flat();

export function emptyFilter(kind: ParticipantFilterKind): ParticipantFilter {
  if (kind === 'age') return { filter: kind, range: {} };
  const past = earlierStudyFilters.find((one) => one === kind);
  return past
    ? { filter: past, studies: [] }
    : ({ filter: kind, any_of: [] } as ProfileAnswerFilter);
}

/**
 * Returns the query for the number of matching people; null if the rule contains a filter twice,
 * which the query cannot express.
 */
export function participantFiltersOf(
  filters: readonly ParticipantFilter[],
): ParticipantFilters | null {
  if (new Set(filters.map((one) => one.filter)).size < filters.length) return null;
  return Object.assign(
    {},
    ...filters.map((one): ParticipantFilters => {
      if (one.filter === 'age') {
        const { lower, upper } = one.range;
        return {
          ...(lower !== undefined && { age_min: lower }),
          ...(upper !== undefined && { age_max: upper }),
        };
      }
      return { [one.filter]: isProfileAnswerFilter(one) ? one.any_of : one.studies };
    }),
  ) as ParticipantFilters;
}

/** Whether a filter excludes people who have not answered its question in their profile. */
export const needsProfile = (one: ParticipantFilter): boolean =>
  one.filter === 'age' || isProfileAnswerFilter(one);
