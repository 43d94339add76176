import {
  isProfileAnswerFilter,
  type ProfileAnswerFilter,
  type EligibilityFilter,
} from '../../../contracts/studies/eligibility';
import {
  profileAnswerFields,
  profileAnswerChoices,
  acceptsMultipleAnswers,
} from '../../../contracts/accounts/profile-answers';
import type { ProfileAnswerField } from '../../../contracts/accounts/profile-answers';

/**
 * The lowest and the highest possible age. A filter with such a bound excludes no age; it only
 * requires that the age is known.
 */
const ages = { lowest: 0, highest: 130 };

const sorted = (values: readonly string[]) => [...new Set(values)].sort();

interface Past {
  anyOf: string[][];
  none: Set<string>;
}
const newPast = (): Past => ({ anyOf: [], none: new Set() });

/**
 * Returns the canonical form of the filters about earlier studies; null if no person can pass all
 * of them.
 */
function canonicalPast({
  completed,
  participated,
}: Record<'completed' | 'participated', Past>): EligibilityFilter[] | null {
  // A filter that excludes people who took part in a study also excludes those who completed it.
  const never = [...completed.none].filter((id) => !participated.none.has(id));
  // Removes excluded studies from the lists: "one of A and B, and not B" means "A, and not B".
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
  // A filter for people who took part in A, B or C adds nothing if another filter requires that
  // they completed A or B: a person who completed a study also took part in it.
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
 * Removes repeated values. The values of a question with a fixed list of answers get the order of
 * that list; all others are sorted alphabetically by code.
 */
const inOrder = (field: ProfileAnswerField, values: readonly string[]): string[] => {
  const known: readonly string[] | undefined =
    field in profileAnswerChoices
      ? profileAnswerChoices[field as keyof typeof profileAnswerChoices]
      : undefined;
  return known ? known.filter((value) => values.includes(value)) : sorted(values);
};

/**
 * Returns the canonical form of the filters about answers; null if no person can pass all of them.
 * If a question allows a single answer, several lists become their intersection. If it allows
 * several answers, the lists stay separate conditions ("one of A and B, and one of C"). A list is
 * then left out if it contains all values of another list, because it adds no condition.
 */
function canonicalAnswers(filters: readonly ProfileAnswerFilter[]): ProfileAnswerFilter[] | null {
  const canonical = profileAnswerFields.map((field) => {
    const lists = filters
      .filter((one) => one.filter === field)
      .map((one) => inOrder(field, one.any_of));
    const [first, ...others] = lists;
    if (!first) return [];
    if (!acceptsMultipleAnswers(field))
      return [first.filter((value) => others.every((list) => list.includes(value)))];
    const different = [...new Map(lists.map((list) => [list.join(), list])).entries()].sort(
      ([one], [other]) => (one < other ? -1 : 1),
    );
    return different
      .map(([, list]) => list)
      .filter(
        (list, at, all) =>
          !all.some((other, i) => i !== at && other.every((value) => list.includes(value))),
      );
  });
  if (canonical.some((lists) => lists.some((list) => list.length === 0))) return null;
  return canonical.flatMap((lists, i) =>
    lists.map((any_of) => ({ filter: profileAnswerFields[i], any_of }) as ProfileAnswerFilter),
  );
}

/**
 * Converts filters to their canonical form: filters with the same meaning get the same form,
 * whatever their order and repetitions. Null if no person can pass all filters. The noise is
 * derived from this form (noisy-count.rule.ts), so that filters with the same meaning get the same
 * noise.
 */
export function canonicalFilters(
  filters: readonly EligibilityFilter[],
): EligibilityFilter[] | null {
  const past = { completed: newPast(), participated: newPast() };
  let age: { lower: number; upper: number } | undefined;
  for (const filter of filters)
    if (filter.filter === 'age')
      age = {
        lower: Math.max(filter.range.lower ?? 0, age?.lower ?? ages.lowest),
        upper: Math.min(filter.range.upper ?? ages.highest, age?.upper ?? ages.highest),
      };
    else if (!isProfileAnswerFilter(filter)) {
      const studies = filter.studies.map((id) => id.toLowerCase());
      const { anyOf, none } =
        past[filter.filter.startsWith('completed_') ? 'completed' : 'participated'];
      if (filter.filter.endsWith('_any_of')) anyOf.push(studies);
      else for (const id of studies) none.add(id);
    }
  if (age && age.lower > age.upper) return null;
  const studies = canonicalPast(past);
  const told = canonicalAnswers(filters.filter(isProfileAnswerFilter));
  if (told === null || studies === null) return null;
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
    ...told,
    ...studies,
  ];
}

/** Returns the canonical text of a query, to compare queries and to derive their noise from it. */
export const canonicalFilterText = (filters: readonly EligibilityFilter[] | null): string =>
  JSON.stringify(filters);
