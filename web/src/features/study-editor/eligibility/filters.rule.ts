import {
  type AnswerFilter,
  type EligibilityFilter,
  isAboutAnswer,
  pastFilters,
} from '../../../../../contracts/studies/eligibility';
import type { ParticipantFilters } from '../../../../../contracts/enrolment/participants';
import { answerFields, healthAnswers } from '../../../../../contracts/accounts/profile-answers';

export type Filter = EligibilityFilter;
export type Kind = Filter['filter'];

/** The filters, in the order in which the menu offers them. */
export const groups = {
  people: ['age', ...answerFields.filter((field) => !healthAnswers.includes(field))],
  health: healthAnswers,
  studies: pastFilters,
} as const satisfies Record<string, readonly Kind[]>;
export const kinds: readonly Kind[] = Object.values(groups).flat();

/** A new filter without values. */
export function emptyFilter(kind: Kind): Filter {
  if (kind === 'age') return { filter: kind, range: {} };
  const past = pastFilters.find((one) => one === kind);
  return past ? { filter: past, studies: [] } : ({ filter: kind, any_of: [] } as AnswerFilter);
}

/**
 * The query for the number of matching people; null if the rule contains a filter twice, which the query
 * cannot express.
 */
export function questionOf(filters: readonly Filter[]): ParticipantFilters | null {
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
      return { [one.filter]: isAboutAnswer(one) ? one.any_of : one.studies };
    }),
  ) as ParticipantFilters;
}

/** Whether only people who answered a question of their profile can match the filter. */
export const needsProfile = (one: Filter): boolean => one.filter === 'age' || isAboutAnswer(one);
