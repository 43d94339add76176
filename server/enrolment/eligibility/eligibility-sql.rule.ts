import type { ParticipantFilters } from '../../../contracts/participants';
import { pastFilters, type EligibilityFilter } from '../../../contracts/eligibility';

/** Converts the query of the wire to the filters of a study. */
export function filtersOf({
  age_min,
  age_max,
  education_level,
  ...past
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
  if (education_level?.length) filters.push({ filter: 'education_level', any_of: education_level });
  for (const filter of pastFilters) {
    const studies = past[filter];
    if (studies?.length) filters.push({ filter, studies });
  }
  return filters;
}

/** A condition over `identity.participant_profile a`, with its parameters. */
export interface Condition {
  sql: string;
  parameters: unknown[];
}

/**
 * The SQL equivalent of `reasonsAgainst`, for all people at once: an unknown value fails its filter.
 * Filters about earlier studies are left out: no table that SQL can read says who took part in what
 * (past-studies.ts).
 * @param today `YYYY-MM-DD`, UTC
 */
export function eligibleCondition(filters: readonly EligibilityFilter[], today: string): Condition {
  const parameters: unknown[] = [];
  const put = (value: unknown) => `$${parameters.push(value)}`;
  const yearsAgo = (years: number) =>
    `(${put(today)}::date - make_interval(years => ${put(years)}))::date`;
  const conditions = filters.flatMap((filter) => {
    switch (filter.filter) {
      case 'age': {
        const { lower, upper } = filter.range;
        const bounds = ['a.date_of_birth IS NOT NULL'];
        if (lower !== undefined) bounds.push(`a.date_of_birth <= ${yearsAgo(lower)}`);
        if (upper !== undefined) bounds.push(`a.date_of_birth > ${yearsAgo(upper + 1)}`);
        return bounds.join(' AND ');
      }
      case 'education_level':
        return `a.education_level = ANY(${put(filter.any_of)}::text[])`;
      case 'completed_any_of':
      case 'completed_none_of':
      case 'participated_any_of':
      case 'participated_none_of':
        return [];
    }
  });
  return {
    sql: conditions.length === 0 ? 'true' : conditions.map((one) => `(${one})`).join(' AND '),
    parameters,
  };
}
