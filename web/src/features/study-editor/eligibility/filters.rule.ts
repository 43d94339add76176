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

/** In the order in which they are offered. */
export const groups = {
  people: ['age', ...answerFields.filter((field) => !healthAnswers.includes(field))],
  health: healthAnswers,
  studies: pastFilters,
} as const satisfies Record<string, readonly Kind[]>;
export const kinds: readonly Kind[] = Object.values(groups).flat();

/** A filter that says nothing yet. */
export function emptyFilter(kind: Kind): Filter {
  if (kind === 'age') return { filter: kind, range: {} };
  const past = pastFilters.find((one) => one === kind);
  return past ? { filter: past, studies: [] } : ({ filter: kind, any_of: [] } as AnswerFilter);
}

/**
 * The question how many people fit. The rule may hold a filter twice, which the count cannot ask:
 * then there is none.
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

/** Whether only those fit who answered a question on their profile. */
export const asksProfile = (one: Filter): boolean => one.filter === 'age' || isAboutAnswer(one);
