import type { Counts } from '../../../../../contracts/enrolment/sessions';

export const countColumns = [
  'enrolled',
  'started',
  'completed',
  'waitlisted',
] as const satisfies readonly (keyof Counts)[];
export type CountColumn = (typeof countColumns)[number];
/** The columns that a narrow table leaves out first. */
export const isExtra = (key: CountColumn) => key === 'started' || key === 'waitlisted';

/** The number of participants with a seat who have come at least as far as `key`. */
export function countReached(counts: Counts, key: CountColumn): number {
  const { enrolled, started, completed } = counts;
  if (key === 'enrolled') return enrolled + started + completed;
  return key === 'started' ? started + completed : counts[key];
}
