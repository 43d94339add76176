import type { ExportOmissions } from '../../../contracts/research-data/research-data';
import type { ExportTexts } from '../research-data-texts';
import type { Column } from '../columns/column.rule';
import type { RunFileCounts } from '../selection/run-files';
import type { DatasetContent } from './dataset';

/** Counts of what an export leaves out or changes. */
export interface LeftOutCounts {
  readonly left_out: ExportOmissions;
  /** How many values were withheld, in all tables. */
  readonly withheld: number;
  /** How many values had a character that was replaced because many programs refuse it. */
  readonly replaced: number;
  /**
   * How many rows were left out because they repeat earlier trials: some studies send all trials
   * again at the end, as one text.
   */
  readonly repeated: number;
  /** How many files of runs the archive does not contain. */
  readonly files: number;
}

const reasons = [
  'unfinished',
  'day_not_over',
  'rejected',
  'withdrawn',
  'damaged',
  'outside_files',
] as const satisfies readonly (keyof ExportOmissions)[];

/**
 * Returns how many values were withheld before the import, by the installation that exported the
 * imported data.
 */
export const valuesWithheldAtSource = ({ imported }: Pick<DatasetContent, 'imported'>): number =>
  imported?.withheld_values ?? 0;

export const leftOutCounts = (
  content: Pick<
    DatasetContent,
    'left_out' | 'data' | 'events' | 'runTable' | 'external' | 'repeated' | 'withheld' | 'imported'
  >,
  { withheld, missing, left_out }: RunFileCounts,
): LeftOutCounts => ({
  left_out: content.left_out,
  withheld: content.withheld + valuesWithheldAtSource(content),
  replaced: replacedIn([
    content.data,
    content.events,
    content.runTable,
    ...content.external.tables,
  ]),
  repeated: content.repeated,
  files: withheld + missing + left_out,
});

const replacedIn = (tables: readonly { columns: readonly Column[] }[]): number =>
  tables.reduce(
    (sum, { columns }) => sum + columns.reduce((of, { replaced = 0 }) => of + replaced, 0),
    0,
  );

/**
 * Makes the section about omitted data for a README. Each kind of omitted data has a line with the
 * reason. If nothing was left out, the section says so.
 */
export function leftOutText(
  { left_out, withheld, replaced, repeated, files }: LeftOutCounts,
  t: ExportTexts,
): string {
  const counted: [string, number][] = [
    ...reasons.map((reason): [string, number] => [
      t(`lacks.${reason}`, { count: left_out[reason] ?? 0 }),
      left_out[reason] ?? 0,
    ]),
    [t('lacks.withheld', { count: withheld }), withheld],
    [t('lacks.replaced', { count: replaced }), replaced],
    [t('lacks.repeated', { count: repeated }), repeated],
    [t('lacks.files', { count: files }), files],
  ];
  const lines = counted.flatMap(([text, count]) => (count > 0 ? [`- ${text}`] : []));
  return `## ${t('lacks.title')}\n\n${lines.length > 0 ? lines.join('\n') : t('lacks.nothing')}`;
}
