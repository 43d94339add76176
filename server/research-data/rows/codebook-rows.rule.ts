import type { Cell } from './cell.rule';
import type { CodebookEntry } from './codebook.rule';

/** A codebook as a table: a row for each column of each table. */
export const codebookColumns = [
  'table',
  'name',
  'type',
  'description',
  'unit',
  'levels',
  'labels',
  'min',
  'max',
  'values',
  'missing',
  'renamed_from',
  'recorded_description',
] as const;
/** Of an export in which values were withheld. */
export const codebookColumnsWithheld = [...codebookColumns, 'withheld'] as const;

export const codebookRows = (table: string, columns: readonly CodebookEntry[]): Cell[][] =>
  columns.map((entry) => [
    table,
    entry.name,
    entry.type,
    entry.description,
    entry.unit,
    entry.levels ? [...entry.levels] : undefined,
    entry.labels && Object.fromEntries(entry.labels.map(({ value, label }) => [value, label])),
    entry.range?.[0],
    entry.range?.[1],
    entry.values,
    entry.missing,
    entry.renamed_from,
    entry.recorded_description,
    ...(entry.withheld === undefined ? [] : [entry.withheld]),
  ]);
