import { enrolmentLimits } from '../../../../../contracts/enrolment/limits';
import type { Condition } from '../../../../../contracts/study-files/conditions';

/**
 * How many conditions will have fewer people than an anonymous session needs, by their shares of all spots.
 */
export function conditionsOfFew(cells: readonly Pick<Condition, 'share'>[], seats: number): number {
  const all = cells.reduce((sum, { share }) => sum + share, 0);
  return cells.filter(({ share }) => seats * share < enrolmentLimits.anonymousSeats * all).length;
}
