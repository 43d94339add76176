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

/** Lists the reasons for which an export leaves out runs, each with the number of these runs. */
export const leftOutReasonsOf = (left: ExportOmissions | null) =>
  reasons.flatMap((reason) => {
    const count = left?.[reason] ?? 0;
    return count > 0 ? [{ reason, count }] : [];
  });
