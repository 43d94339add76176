import type { ExportTexts } from '../research-data-texts';
import type { CodebookEntry } from '../rows/codebook.rule';

/** Psych-DS 1.5: names of its files, and the description of a dataset (psych-ds.github.io). */

export const psychDsVersion = '1.5.0';

/** Of a column that explains which row it is: unique where it is there, so a study's own has another name. */
export const psychDsReserved = ['row_id'] as const;

export interface DescribedTable {
  /** What it is, as a keyword in the name of its file. */
  readonly label: string;
  readonly columns: readonly CodebookEntry[];
}
export interface StudyAbout {
  readonly title: string;
  readonly description: string;
}

export const psychDsFile = (study: string, table: string): string =>
  `data/study-${study}_description-${table}_data.csv`;

/** `dataset_description.json`, without authors: the researcher adds them before publishing. */
export const psychDsDescription = (
  about: StudyAbout,
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

/** Each name once; of one that several tables have, what it is in each. */
function variablesOf(tables: readonly DescribedTable[], t: ExportTexts) {
  const byName = new Map<string, { label: string; entry: CodebookEntry }[]>();
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

function describe(
  uses: readonly { label: string; entry: CodebookEntry }[],
  t: ExportTexts,
): string {
  const texts = uses.map(({ entry }) => entry.description ?? asRecorded(entry, t));
  if (new Set(texts).size === 1) return texts[0] ?? '';
  return uses
    .map(({ label }, i) => t('columns.in_table', { table: label, description: texts[i] ?? '' }))
    .join('. ');
}

export const asRecorded = ({ renamed_from }: CodebookEntry, t: ExportTexts): string =>
  renamed_from === undefined
    ? t('columns.recorded')
    : t('columns.recorded_as', { name: JSON.stringify(renamed_from) });

const valuesOf = ({ unit, levels, labels, range }: CodebookEntry) => ({
  ...(unit !== undefined && { unitText: unit }),
  ...(levels && { levels }),
  ...(labels && {
    valueReference: labels.map(({ value, label }) => ({
      '@type': 'DefinedTerm',
      termCode: value,
      name: label,
    })),
  }),
  ...(range && { minValue: range[0], maxValue: range[1] }),
});
