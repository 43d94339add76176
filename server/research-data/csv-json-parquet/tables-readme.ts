import type { ExportFormat } from '../../../contracts/research-data/research-data';
import type { ExportTexts } from '../research-data-texts';
import { leftOutText, type LeftOutCounts } from '../archive/left-out.rule';
import { readmeOf } from '../archive/readme.rule';
import type { DatasetContent, StudyTitleAndDescription } from '../archive/dataset';

/** A format of plain tables. */
export type TableFormat = Exclude<ExportFormat, 'psych-ds' | 'bids' | 'bundle'>;

export interface TablesReadmeFacts {
  readonly about: StudyTitleAndDescription;
  readonly madeOn: string;
  readonly leftOut: LeftOutCounts;
  /** Whether the archive contains the files that participants' runs created, such as recordings. */
  readonly hasRunFiles: boolean;
  readonly format: TableFormat;
}

/**
 * Makes the README of an export of tables. It says what each file contains, what identifies a row,
 * how programs should read the files, and what is missing.
 */
export function tablesReadme(
  content: Pick<DatasetContent, 'counts' | 'runsWithoutRecords' | 'timed' | 'timing' | 'external'>,
  { about, madeOn, leftOut, hasRunFiles, format }: TablesReadmeFacts,
  t: ExportTexts,
): string {
  const table = (name: string) => `\`${name}.${format}\``;
  const files = [
    `${table('data')}: ${t('files.tables.data')}`,
    `${table('events')}: ${t('files.tables.events')}`,
    `${table('runs')}: ${t('files.tables.runs')}`,
    ...(content.timed.rowCount > 0
      ? [`${table('trial_timing')}: ${t('files.tables.trial_timing')}`]
      : []),
    ...content.external.tables.map(({ name }) => `${table(name)}: ${t('files.tables.outside')}`),
    ...(content.timing ? [`\`timing.json\`: ${t('files.tables.timing')}`] : []),
    `\`codebook.json\`${format === 'csv' ? ', `codebook.csv`' : ''}: ${t('files.tables.codebook')}`,
    ...(hasRunFiles ? [`\`files/\`, \`files.json\`: ${t('files.tables.files')}`] : []),
    `\`manifest.json\`: ${t('files.tables.manifest')}`,
  ];
  const { runsWithoutRecords, counts } = content;
  const more = [
    [
      t('files.tables.keys'),
      ...(content.timed.rowCount > 0 ? [t('files.tables.timing_keys')] : []),
    ].join(' '),
    [t(`reading.${format}`), t('reading.numbers')].join(' '),
    leftOutText(leftOut, t),
  ];
  return readmeOf({ ...about, ...counts, runsWithoutRecords, madeOn, files, more }, t);
}
