import type { ExportTexts } from '../research-data-texts';
import type { StudyTitleAndDescription } from './dataset';

export interface ReadmeFacts extends StudyTitleAndDescription {
  readonly runs: number;
  readonly rows: number;
  /** How many runs finished without any record; the table of runs marks them. */
  readonly runsWithoutRecords: number;
  readonly madeOn: string;
  /** The files of this dataset, a line for each. */
  readonly files: readonly string[];
  /** Further lines of the README: how to read the dataset, and what is missing from it. */
  readonly more: readonly string[];
}

/** Makes the dataset's README. It contains no name of a participant or of a researcher. */
export const readmeOf = (
  { title, description, runs, rows, runsWithoutRecords, madeOn: day, files, more }: ReadmeFacts,
  t: ExportTexts,
): string =>
  [
    `# ${oneLine(title) || t('dataset.untitled')}`,
    description.trim(),
    t('dataset.counts', {
      runs: t('dataset.runs', { count: runs }),
      rows: t('dataset.rows', { count: rows }),
      day,
    }),
    runsWithoutRecords > 0 ? t('dataset.no_records', { count: runsWithoutRecords }) : '',
    files.map((line) => `- ${line}`).join('\n'),
    t('dataset.rows_told_apart'),
    ...more,
    t('dataset.rights'),
  ]
    .filter((part) => part !== '')
    .join('\n\n') + '\n';

export const changelogOf = (madeOn: string, t: ExportTexts): string =>
  `1.0.0 ${madeOn}\n  - ${t('dataset.changes')}\n`;

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
