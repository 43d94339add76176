import type { Cell } from '../columns/cell.rule';
import type { Column } from '../columns/column.rule';

/** The columns of the codebook table, which has a row for each column of each table. */
const properties = {
  name: ({ name }) => name,
  type: ({ type }) => type,
  description: ({ description }) => description,
  unit: ({ unit }) => unit,
  levels: ({ levels }) => (levels ? [...levels] : undefined),
  labels: ({ labels }) =>
    labels && Object.fromEntries(labels.map(({ value, label }) => [value, label])),
  questions: ({ questions }) => questions && [...questions],
  allowed_min: ({ allowed }) => allowed?.[0],
  allowed_max: ({ allowed }) => allowed?.[1],
  min: ({ range }) => range?.[0],
  max: ({ range }) => range?.[1],
  values: ({ values }) => values,
  missing: ({ missing }) => missing,
  empty: ({ empty = 0 }) => empty,
  replaced: ({ replaced = 0 }) => replaced,
  renamed_from: ({ renamed_from }) => renamed_from,
  recorded_description: ({ recorded_description }) => recorded_description,
} as const satisfies Readonly<Record<string, (column: Column) => Cell>>;

interface Described {
  readonly columns: readonly Column[];
}

/**
 * Returns the codebook's header; it has the column `withheld` only if values of any column are
 * withheld.
 */
export const codebookColumns = (tables: readonly Described[]): string[] => [
  ...['table', ...Object.keys(properties)],
  ...(tables.some(({ columns }) => columns.some(({ withheld }) => withheld !== undefined))
    ? ['withheld']
    : []),
];

export const codebookRows = (table: string, columns: readonly Column[]): Cell[][] =>
  columns.map((column) => [
    table,
    ...Object.values(properties).map((of: (column: Column) => Cell) => of(column)),
    ...(column.withheld === undefined ? [] : [column.withheld]),
  ]);
