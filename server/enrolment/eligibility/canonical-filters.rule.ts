import { educationLevels } from '../../../contracts/demographics';
import type { EligibilityFilter } from '../../../contracts/studies';

/** Younger and older people do not exist, so a bound there says only that the age is known. */
const ages = { lowest: 0, highest: 130 };

const sorted = (values: readonly string[]) => [...new Set(values)].sort();

/**
 * The same filters in the one form that all questions of the same meaning share, whatever their order
 * and whatever they say twice; null where nobody can fit. Noise belongs to this form
 * (noisy-count.rule.ts), so that asking in other words gives no second draw.
 */
export function canonicalFilters(
  filters: readonly EligibilityFilter[],
): EligibilityFilter[] | null {
  const none = new Set<string>();
  const anyOf: string[][] = [];
  let age: { lower: number; upper: number } | undefined;
  let levels: readonly string[] | undefined;
  for (const filter of filters)
    switch (filter.filter) {
      case 'age':
        age = {
          lower: Math.max(filter.range.lower ?? 0, age?.lower ?? ages.lowest),
          upper: Math.min(filter.range.upper ?? ages.highest, age?.upper ?? ages.highest),
        };
        break;
      case 'education_level':
        levels = filter.any_of.filter((level) => levels?.includes(level) ?? true);
        break;
      case 'completed_any_of':
        anyOf.push(filter.studies.map((id) => id.toLowerCase()));
        break;
      case 'completed_none_of':
        for (const id of filter.studies) none.add(id.toLowerCase());
    }
  // "One of A and B, and not B" is "A, and not B".
  const remaining = anyOf.map((studies) => sorted(studies.filter((id) => !none.has(id))));
  if (age && age.lower > age.upper) return null;
  if (levels?.length === 0 || remaining.some((studies) => studies.length === 0)) return null;
  const different = sorted(remaining.map((studies) => studies.join()));
  return [
    ...(age
      ? [
          {
            filter: 'age' as const,
            range: {
              ...(age.lower > ages.lowest && { lower: age.lower }),
              ...(age.upper < ages.highest && { upper: age.upper }),
            },
          },
        ]
      : []),
    ...(levels
      ? [
          {
            filter: 'education_level' as const,
            any_of: educationLevels.filter((level) => levels.includes(level)),
          },
        ]
      : []),
    ...different.map((studies) => ({
      filter: 'completed_any_of' as const,
      studies: studies.split(','),
    })),
    ...(none.size > 0
      ? [{ filter: 'completed_none_of' as const, studies: sorted([...none]) }]
      : []),
  ];
}

/** The text of a question, for comparing and for its noise. */
export const questionOf = (filters: readonly EligibilityFilter[] | null): string =>
  JSON.stringify(filters);
