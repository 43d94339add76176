import type { ExportTexts } from '../../research-data-texts';
import type { Column } from '../../columns/column.rule';
import type { StudyTitleAndDescription } from '../../archive/dataset';
import { columnDescriptionOf } from '../column-texts.rule';

/** Psych-DS 1.5: names of its files, and the description of a dataset (psych-ds.github.io). */

const psychDsVersion = '1.5.0';

/**
 * The name of the column that identifies each row, which Psych-DS requires. A study's own column of
 * this name gets another name.
 */
export const psychDsReservedNames = ['row_id'] as const;

export interface DescribedTable {
  /** The part of the file's name that says which table the file contains. */
  readonly label: string;
  readonly columns: readonly Column[];
}
export const psychDsFilePath = (study: string, table: string): string =>
  `data/study-${study}_description-${table}_data.csv`;

/**
 * Makes `dataset_description.json`, without authors: the researcher adds them before publishing.
 */
export const psychDsDescription = (
  about: StudyTitleAndDescription,
  tables: readonly DescribedTable[],
  t: ExportTexts,
) => ({
  '@context': 'https://schema.org/',
  '@type': 'Dataset',
  name: about.title.trim() || t('dataset.untitled'),
  description: about.description.trim() || about.title.trim() || t('dataset.undescribed'),
  schemaVersion: `Psych-DS ${psychDsVersion}`,
  variableMeasured: variablesOf(tables, t),
});

/**
 * Lists each variable's name once. If tables describe the variable differently, its description has
 * a part for each table.
 */
function variablesOf(tables: readonly DescribedTable[], t: ExportTexts) {
  const byName = new Map<string, { label: string; entry: Column }[]>();
  for (const { label, columns } of tables)
    for (const entry of columns)
      byName.set(entry.name, [...(byName.get(entry.name) ?? []), { label, entry }]);
  return [...byName].map(([name, uses]) => ({
    '@type': 'PropertyValue',
    name,
    description: describe(uses, t),
    ...(uses.length === 1 && uses[0] && valuesOf(uses[0].entry)),
  }));
}

function describe(uses: readonly { label: string; entry: Column }[], t: ExportTexts): string {
  const texts = uses.map(({ entry }) => columnDescriptionOf(entry, t));
  if (new Set(texts).size === 1) return texts[0] ?? '';
  return uses
    .map(({ label }, i) => t('columns.in_table', { table: label, description: texts[i] ?? '' }))
    .join('. ');
}

/**
 * Describes a column's values with terms of schema.org: each value of a list becomes a DefinedTerm,
 * with its label where it has one.
 */
const valuesOf = ({ unit, levels, labels = [], allowed }: Column) => {
  const terms = new Map<string, string>(labels.map(({ value, label }) => [value, label]));
  for (const level of levels ?? [])
    if (!terms.has(String(level))) terms.set(String(level), String(level));
  return {
    ...(unit !== undefined && { unitText: unit }),
    ...(terms.size > 0 && {
      valueReference: [...terms].map(([termCode, name]) => ({
        '@type': 'DefinedTerm',
        termCode,
        name,
      })),
    }),
    ...(allowed && { minValue: allowed[0], maxValue: allowed[1] }),
  };
};
