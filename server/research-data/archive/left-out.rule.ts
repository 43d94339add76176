import type { LeftOut } from '../../../contracts/research-data/research-data';
import type { ExportTexts } from '../research-data-texts';
import type { CodebookEntry } from '../columns/codebook.rule';

/** What is not in an export, or not as it was recorded, in numbers. */
export interface Lacks {
  readonly left_out: LeftOut;
  /** Values that were withheld, in all tables. */
  readonly withheld: number;
  /** Values with a character that no reader has. */
  readonly replaced: number;
  /** Rows that a study sent again as a text. */
  readonly repeated: number;
  /** Files of runs that are not in it. */
  readonly files: number;
}

const reasons = [
  'unfinished',
  'day_not_over',
  'rejected',
  'withdrawn',
  'damaged',
  'outside_files',
] as const satisfies readonly (keyof LeftOut)[];

export const replacedIn = (tables: readonly { columns: readonly CodebookEntry[] }[]): number =>
  tables.reduce(
    (sum, { columns }) => sum + columns.reduce((of, { replaced = 0 }) => of + replaced, 0),
    0,
  );

/** A heading with a line for each thing that is left out, by its reason, or the sentence that nothing is. */
export function lacksText(
  { left_out, withheld, replaced, repeated, files }: Lacks,
  t: ExportTexts,
): string {
  const told: [string, number][] = [
    ...reasons.map((reason): [string, number] => [
      t(`lacks.${reason}`, { count: left_out[reason] ?? 0 }),
      left_out[reason] ?? 0,
    ]),
    [t('lacks.withheld', { count: withheld }), withheld],
    [t('lacks.replaced', { count: replaced }), replaced],
    [t('lacks.repeated', { count: repeated }), repeated],
    [t('lacks.files', { count: files }), files],
  ];
  const lines = told.flatMap(([text, count]) => (count > 0 ? [`- ${text}`] : []));
  return `## ${t('lacks.title')}\n\n${lines.length > 0 ? lines.join('\n') : t('lacks.nothing')}`;
}
