import type { Cell } from '../columns/cell.rule';
import type { CodebookEntry } from '../columns/codebook.rule';

/** A codebook as a table: a row for each column of each table. */
export const codebookColumns = [
  'table',
  'name',
  'type',
  'description',
  'unit',
  'levels',
  'labels',
  'questions',
  'allowed_min',
  'allowed_max',
  'min',
  'max',
  'values',
  'missing',
  'empty',
  'replaced',
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
    entry.questions && [...entry.questions],
    entry.allowed?.[0],
    entry.allowed?.[1],
    entry.range?.[0],
    entry.range?.[1],
    entry.values,
    entry.missing,
    entry.empty ?? 0,
    entry.replaced ?? 0,
    entry.renamed_from,
    entry.recorded_description,
    ...(entry.withheld === undefined ? [] : [entry.withheld]),
  ]);
