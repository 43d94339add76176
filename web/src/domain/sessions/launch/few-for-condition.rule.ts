import { enrolmentLimits } from '../../../../../contracts/enrolment/limits';
import type { Condition } from '../../../../../contracts/study-files/conditions';

/**
 * Counts the conditions that would get fewer people than an anonymous session needs. It assumes
 * that all spots are filled, and that each condition gets its share of the people.
 */
export function countConditionsWithFewPeople(
  cells: readonly Pick<Condition, 'share'>[],
  seats: number,
): number {
  const all = cells.reduce((sum, { share }) => sum + share, 0);
  return cells.filter(({ share }) => seats * share < enrolmentLimits.anonymousSeats * all).length;
}
