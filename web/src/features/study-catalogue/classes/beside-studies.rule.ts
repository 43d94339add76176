import { alternativeAssignmentStateOf } from '../../../domain/credits/assignment.rule';
import type { StudyOfClass } from '../../../domain/class-building/class-studies';
import type { StudentAssignment } from '../../../domain/credits/own-assignments';
import type { CatalogueFilterValues } from '../catalogue';

/**
 * Returns the alternatives (assignments instead of studies) that the catalogue shows beside
 * studies. They are not accepted yet, can still be handed in, and match the filters. No alternative
 * matches the filter for paid studies. Only alternatives of a course match the filter for credit.
 * @param now milliseconds of the server's clock
 */
export const shownAlternatives = (
  own: readonly StudentAssignment[],
  { text, minutes, paid, credit }: CatalogueFilterValues,
  now: number,
): StudentAssignment[] =>
  own.filter((one) => {
    const { assignment } = one;
    if (assignment.kind !== 'alternative' || paid) return false;
    if (credit && assignment.credits === null) return false;
    const state = alternativeAssignmentStateOf(one, now);
    if (state === 'accepted' || state === 'over') return false;
    if (minutes && (assignment.minutes ?? 0) > minutes) return false;
    return assignment.title.toLocaleLowerCase().includes(text.toLocaleLowerCase());
  });

/**
 * Returns the studies of a class that recruit now and match the filters, except those that the
 * reader builds, since builders take part only in the studies of others. The filter for paid
 * studies matches none, since these studies are not paid.
 */
export const shownClassStudies = (
  all: readonly StudyOfClass[],
  { text, minutes, paid, credit }: CatalogueFilterValues,
): StudyOfClass[] =>
  all.filter(({ study }) => {
    if (study.own || study.session_id === null || !study.recruiting || paid) return false;
    if (credit && !study.offers_credit) return false;
    if (minutes && study.duration_minutes > minutes) return false;
    return study.title.toLocaleLowerCase().includes(text.toLocaleLowerCase());
  });

/**
 * Interleaves two lists: the first item of each, then the second of each, and so on, so that
 * neither list comes after the other.
 */
export function interleave<A, B>(first: readonly A[], second: readonly B[]): (A | B)[] {
  const all: (A | B)[] = [];
  for (let i = 0; i < Math.max(first.length, second.length); i++)
    all.push(...first.slice(i, i + 1), ...second.slice(i, i + 1));
  return all;
}
