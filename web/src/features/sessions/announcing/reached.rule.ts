import type { SessionCounts } from '../../../../../contracts/enrolment/sessions';

export const countColumns = [
  'enrolled',
  'started',
  'completed',
  'waitlisted',
] as const satisfies readonly (keyof SessionCounts)[];
export type CountColumn = (typeof countColumns)[number];
/** Whether a narrow table leaves out the column. */
export const isHiddenInNarrowTable = (key: CountColumn) =>
  key === 'started' || key === 'waitlisted';

/** Counts the participants with a seat who are in the state `key` or in a later one. */
export function countAtLeastInState(counts: SessionCounts, key: CountColumn): number {
  const { enrolled, started, completed } = counts;
  if (key === 'enrolled') return enrolled + started + completed;
  return key === 'started' ? started + completed : counts[key];
}
