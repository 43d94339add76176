import type { Language } from '../../../contracts/base/languages';
import type { ExportOmissions } from '../../../contracts/research-data/research-data';
import type { ArchiveFilesWriter } from '../archive/archive-files';
import type { DatasetContent, WrittenExport } from '../archive/dataset';
import { leftOutCounts, leftOutText, type LeftOutCounts } from '../archive/left-out.rule';
import { readmeOf } from '../archive/readme.rule';
import type { Cell } from '../columns/cell.rule';
import { columnAddedByFormat } from '../columns/column.rule';
import type { Table } from '../columns/table';
import { withheldColumns } from '../columns/withheld-values';
import { codebookColumns, codebookRows } from '../csv-json-parquet/codebook-rows.rule';
import { csvWithoutFormulas, tableTextInPieces, jsonLines } from '../csv-json-parquet/table-text';
import { researchDataTexts } from '../research-data-texts';
import { groupColumnName } from './pooled-columns.rule';
import type { PoolContent, PoolKey } from './pooled-studies';
import { pooledTable } from './pooled-table';

/** A study of the pool, with its data read from one snapshot. */
export interface PoolGroup {
  readonly group: string;
  readonly studyId: string;
  readonly content: DatasetContent;
}
export interface PoolDataset extends PoolKey {
  readonly about: Omit<PoolContent, 'studies'>;
  readonly groups: readonly PoolGroup[];
  readonly format: 'csv' | 'jsonl';
  readonly language: Language;
  readonly madeOn: string;
}

/** Writes the data of all groups as one table, and their runs as another, with codebook, README and manifest. */
export async function writePool(
  pool: PoolDataset,
  files: ArchiveFilesWriter,
): Promise<WrittenExport> {
  const { groups, format, language } = pool;
  const { t } = researchDataTexts.in(language);
  const ofGroups = groups.map(({ content }) => [content.data, content.runTable]);
  const groupName = groupColumnName(
    new Set(ofGroups.flat().flatMap(({ columns }) => columns.map(({ name }) => name))),
  );
  const added = columnAddedByFormat(groupName, t('columns.group'));
  const data = pooledTable(
    groups.map(({ group, content }) => ({
      group,
      table: content.data,
      parts: content.counts.runs,
    })),
    added,
  );
  const runs = pooledTable(
    groups.map(({ group, content }) => ({
      group,
      table: rowByRow(content.runTable),
      parts: content.runTable.rowCount,
    })),
    added,
  );
  const tables = groups.length === 0 ? [] : [data, runs];
  for (const table of tables) await files.add(`${table.name}.${format}`, textOf(table, format));
  await files.addJson(
    'codebook.json',
    Object.fromEntries(tables.map(({ name, columns }) => [name, columns])),
  );
  if (format === 'csv')
    await files.add(
      'codebook.csv',
      csvWithoutFormulas(
        codebookColumns(tables),
        tables.map(({ name, columns }) => codebookRows(name, columns)),
      ),
    );
  const counts = {
    runs: runs.rowCount,
    rows: data.rowCount,
    columns: groups.length === 0 ? 0 : data.columns.length,
  };
  await files.add('README.md', [readme(pool, counts, groupName)]);
  await files.addJson('manifest.json', manifestOf(pool, counts, groupName, files));
  return {
    counts,
    left_out: leftOutOf(groups),
    runIds: groups.flatMap(({ content }) => content.runs.map(({ id }) => id)),
    partIds: [],
    hasImported: false,
  };
}

/** Yields each row separately, so that the rows of all groups can be mixed. */
function rowByRow(table: Table): Table {
  async function* each(): AsyncGenerator<Cell[][]> {
    for await (const some of table.rows()) for (const row of some) yield [row];
  }
  return { ...table, rows: each };
}

/**
 * Writes a table with formula-like cells escaped: students choose the titles and timelines, and
 * their instructors open the tables in spreadsheets, which would run a formula.
 */
function textOf({ columns, rows }: Table, format: PoolDataset['format']) {
  const names = columns.map(({ name }) => name);
  return format === 'csv'
    ? csvWithoutFormulas(names, rows())
    : tableTextInPieces(jsonLines(names), rows());
}

const noRunFiles = { included: 0, withheld: 0, missing: 0, left_out: 0 };
const lacksOf = ({ content }: PoolGroup): LeftOutCounts => leftOutCounts(content, noRunFiles);

const sumOf = <T>(list: readonly T[], of: (one: T) => number): number =>
  list.reduce((sum, one) => sum + of(one), 0);

/**
 * Adds up what was left out of the groups' data. Runs of the current day are not counted: people
 * who read a pool have no role in the studies of other students, so they may learn what happened in
 * these studies only when the day is over.
 */
const leftOutOf = (groups: readonly PoolGroup[]): ExportOmissions => ({
  unfinished: sumOf(groups, ({ content }) => content.left_out.unfinished),
  day_not_over: 0,
  withdrawn: sumOf(groups, ({ content }) => content.left_out.withdrawn),
  damaged: sumOf(groups, ({ content }) => content.left_out.damaged),
});

const ofDaysOver = ({
  day_not_over: _,
  ...of
}: ExportOmissions): Omit<ExportOmissions, 'day_not_over'> => of;

type Counts = WrittenExport['counts'];

function readme(pool: PoolDataset, counts: Counts, groupName: string): string {
  const { groups, about, format, madeOn, language } = pool;
  const { t } = researchDataTexts.in(language);
  const { not_pooled, not_launched } = about.left_out;
  const lacks = groups.map(lacksOf);
  const files =
    groups.length === 0
      ? []
      : [
          `\`data.${format}\`: ${t('files.tables.data')}`,
          `\`runs.${format}\`: ${t('files.tables.runs')}`,
        ];
  return readmeOf(
    {
      title: t('pool.title', { title: about.title }),
      description: about.description,
      ...counts,
      runsWithoutRecords: sumOf(groups, ({ content }) => content.runsWithoutRecords),
      madeOn,
      files: [
        ...files,
        `\`codebook.json\`${format === 'csv' ? ', `codebook.csv`' : ''}: ${t('files.tables.codebook')}`,
        `\`manifest.json\`: ${t('files.tables.manifest')}`,
      ],
      more: [
        [
          t('pool.group', { column: `\`${groupName}\`` }),
          t('pool.pseudonyms'),
          t('pool.day_over'),
        ].join(' '),
        groups.map(({ group }) => `- ${group}`).join('\n'),
        [t(`reading.${format}`), t('reading.numbers')].join(' '),
        leftOutText(
          {
            left_out: leftOutOf(groups),
            withheld: sumOf(lacks, ({ withheld }) => withheld),
            replaced: sumOf(lacks, ({ replaced }) => replaced),
            repeated: sumOf(lacks, ({ repeated }) => repeated),
            files: 0,
          },
          t,
        ),
        not_launched > 0 ? t('pool.not_launched', { count: not_launched }) : '',
        not_pooled > 0 ? t('pool.not_pooled', { count: not_pooled }) : '',
      ],
    },
    t,
  );
}

function manifestOf(
  pool: PoolDataset,
  counts: Counts,
  groupName: string,
  files: ArchiveFilesWriter,
) {
  const { groups, about, format, madeOn, templateId } = pool;
  return {
    format: 1,
    pool: { template: templateId, title: about.title },
    made_on: madeOn,
    options: { format },
    group_column: groupName,
    // The studies already have a column with this name, so the group's column is renamed.
    ...(groupName !== 'group' && { group_column_renamed_from: 'group' }),
    counts: { groups: groups.length, ...counts },
    left_out: ofDaysOver(leftOutOf(groups)),
    studies_left_out: about.left_out,
    groups: groups.map(({ group, studyId, content }) => {
      const columns = withheldColumns([content.data]);
      return {
        group,
        study: studyId,
        counts: { runs: content.counts.runs, rows: content.counts.rows },
        left_out: ofDaysOver(content.left_out),
        withheld_values: content.withheld,
        ...(columns.length > 0 && { withheld_columns: columns }),
        repeated_rows: content.repeated,
      };
    }),
    files: files.named,
  };
}
