import { educationLevels } from '../../../contracts/demographics';
import type { EligibilityFilter } from '../../../contracts/eligibility';

/** Younger and older people do not exist, so a bound there says only that the age is known. */
const ages = { lowest: 0, highest: 130 };

const sorted = (values: readonly string[]) => [...new Set(values)].sort();

interface Past {
  anyOf: string[][];
  none: Set<string>;
}
const newPast = (): Past => ({ anyOf: [], none: new Set() });

/** The filters over earlier studies; null where nobody can fit. */
function canonicalPast({
  completed,
  participated,
}: Record<'completed' | 'participated', Past>): EligibilityFilter[] | null {
  // Whoever did not take part did not complete.
  const never = [...completed.none].filter((id) => !participated.none.has(id));
  // "One of A and B, and not B" is "A, and not B".
  const without = (lists: string[][], ...none: ReadonlySet<string>[]) => {
    const remaining = lists.map((studies) =>
      sorted(studies.filter((id) => none.every((ids) => !ids.has(id)))),
    );
    return remaining.some((studies) => studies.length === 0)
      ? null
      : sorted(remaining.map((studies) => studies.join())).map((ids) => ids.split(','));
  };
  const done = without(completed.anyOf, completed.none, participated.none);
  const begun = without(participated.anyOf, participated.none);
  if (done === null || begun === null) return null;
  // Whoever completed one of A and B took part in one of A, B and C.
  const isImplied = (begunOne: string[]) =>
    done.some((doneOne) => doneOne.every((id) => begunOne.includes(id)));
  const none = (filter: 'completed_none_of' | 'participated_none_of', ids: string[]) =>
    ids.length > 0 ? [{ filter, studies: sorted(ids) }] : [];
  return [
    ...done.map((ids) => ({ filter: 'completed_any_of' as const, studies: ids })),
    ...none('completed_none_of', never),
    ...begun
      .filter((ids) => !isImplied(ids))
      .map((ids) => ({ filter: 'participated_any_of' as const, studies: ids })),
    ...none('participated_none_of', [...participated.none]),
  ];
}

/**
 * The same filters in the one form that all questions of the same meaning share, whatever their order
 * and whatever they say twice; null where nobody can fit. Noise belongs to this form
 * (noisy-count.rule.ts), so that asking in other words gives no second draw.
 */
export function canonicalFilters(
  filters: readonly EligibilityFilter[],
): EligibilityFilter[] | null {
  const past = { completed: newPast(), participated: newPast() };
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
      case 'completed_none_of':
      case 'participated_any_of':
      case 'participated_none_of': {
        const studies = filter.studies.map((id) => id.toLowerCase());
        const { anyOf, none } =
          past[filter.filter.startsWith('completed_') ? 'completed' : 'participated'];
        if (filter.filter.endsWith('_any_of')) anyOf.push(studies);
        else for (const id of studies) none.add(id);
      }
    }
  if (age && age.lower > age.upper) return null;
  const studies = canonicalPast(past);
  if (levels?.length === 0 || studies === null) return null;
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
    ...studies,
  ];
}

/** The text of a question, for comparing and for its noise. */
export const questionOf = (filters: readonly EligibilityFilter[] | null): string =>
  JSON.stringify(filters);
