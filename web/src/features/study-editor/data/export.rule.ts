import type {
  ExportOmissions,
  StudyExport,
} from '../../../../../contracts/research-data/research-data';

export const isExportUnderWay = ({ state }: StudyExport): boolean =>
  state === 'waiting' || state === 'running';

const reasons = [
  'unfinished',
  'day_not_over',
  'withdrawn',
  'rejected',
  'damaged',
  'outside_files',
] as const satisfies readonly (keyof ExportOmissions)[];

/** The reasons why runs are left out, with their numbers; only those that occur. */
export const leftOutReasonsOf = (left: ExportOmissions | null) =>
  reasons.flatMap((reason) => {
    const count = left?.[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
