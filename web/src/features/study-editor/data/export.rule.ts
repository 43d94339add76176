import type { LeftOut, StudyExport } from '../../../../../contracts/research-data/research-data';

export const isUnderWay = ({ state }: StudyExport): boolean =>
  state === 'waiting' || state === 'running';

const reasons = [
  'unfinished',
  'day_not_over',
  'withdrawn',
  'rejected',
  'damaged',
  'outside_files',
] as const satisfies readonly (keyof LeftOut)[];

/** The reasons why runs are left out, with their numbers; only those that occur. */
export const reasonsOf = (left: LeftOut | null) =>
  reasons.flatMap((reason) => {
    const count = left?.[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
