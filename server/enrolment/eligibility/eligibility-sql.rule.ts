import type { ParticipantFilters } from '../../../contracts/enrolment/participants';
import {
  isProfileAnswerFilter,
  earlierStudyFilters,
  type ProfileAnswerFilter,
  type EligibilityFilter,
} from '../../../contracts/studies/eligibility';
import {
  profileAnswerFields,
  acceptsMultipleAnswers,
} from '../../../contracts/accounts/profile-answers';

/** Converts the query parameters of a count to eligibility filters. */
export function filtersFromQuery({
  age_min,
  age_max,
  ...lists
}: ParticipantFilters): EligibilityFilter[] {
  const filters: EligibilityFilter[] = [];
  if (age_min !== undefined || age_max !== undefined)
    filters.push({
      filter: 'age',
      range: {
        ...(age_min !== undefined && { lower: age_min }),
        ...(age_max !== undefined && { upper: age_max }),
      },
    });
  for (const filter of profileAnswerFields)
    if (lists[filter]?.length)
      filters.push({ filter, any_of: lists[filter] } as ProfileAnswerFilter);
  for (const filter of earlierStudyFilters) {
    const studies = lists[filter];
    if (studies?.length) filters.push({ filter, studies });
  }
  return filters;
}

/** A condition over `identity.participant_profile a`, with its parameters. */
export interface SqlCondition {
  sql: string;
  parameters: unknown[];
}

/**
 * Makes the SQL condition that is equivalent to `ineligibilityReasons`, to check all people in one statement. An unknown
 * value fails its filter. Leaves out filters about earlier studies, since no table says who took part in which study
 * (past-studies.ts).
 * @param today `YYYY-MM-DD`, UTC
 */
export function eligibilityCondition(
  filters: readonly EligibilityFilter[],
  today: string,
): SqlCondition {
  const parameters: unknown[] = [];
  const put = (value: unknown) => `$${parameters.push(value)}`;
  const yearsAgo = (years: number) =>
    `(${put(today)}::date - make_interval(years => ${put(years)}))::date`;
  const conditions = filters.flatMap((filter) => {
    if (filter.filter === 'age') {
      const { lower, upper } = filter.range;
      const bounds = ['a.date_of_birth IS NOT NULL'];
      if (lower !== undefined) bounds.push(`a.date_of_birth <= ${yearsAgo(lower)}`);
      if (upper !== undefined) bounds.push(`a.date_of_birth > ${yearsAgo(upper + 1)}`);
      return bounds.join(' AND ');
    }
    if (!isProfileAnswerFilter(filter)) return [];
    const wanted = `${put(filter.any_of)}::text[]`;
    return acceptsMultipleAnswers(filter.filter)
      ? `a.${filter.filter} && ${wanted}`
      : `a.${filter.filter} = ANY(${wanted})`;
  });
  return {
    sql: conditions.length === 0 ? 'true' : conditions.map((one) => `(${one})`).join(' AND '),
    parameters,
  };
}
