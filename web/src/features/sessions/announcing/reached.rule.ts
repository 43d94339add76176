import type { Counts } from '../../../../../contracts/enrolment/sessions';

export const loud = [
  'enrolled',
  'started',
  'completed',
  'waitlisted',
] as const satisfies readonly (keyof Counts)[];
export type Loud = (typeof loud)[number];
/** The columns that a narrow table leaves out first. */
export const isExtra = (key: Loud) => key === 'started' || key === 'waitlisted';

/** The number of participants with a seat who have come at least as far as `key`. */
export function countReached(counts: Counts, key: Loud): number {
  const { enrolled, started, completed } = counts;
  if (key === 'enrolled') return enrolled + started + completed;
  return key === 'started' ? started + completed : counts[key];
}
