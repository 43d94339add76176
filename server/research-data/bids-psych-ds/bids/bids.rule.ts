import type { ValueLabel } from '../../../../contracts/research-data/study-variables';
import type { Cell } from '../../columns/cell.rule';
import type { ExportTexts } from '../../research-data-texts';
import { identifierColumns, type Column } from '../../columns/column.rule';
import type { StudyTitleAndDescription } from '../../archive/dataset';
import { columnDescriptionOf } from '../column-texts.rule';
import { tsvCell } from './tsv.rule';

/** BIDS 1.11.1, behaviour without recordings of the brain (bids-specification.readthedocs.io). */

export const bidsVersion = '1.11.1';

/**
 * Names that have a meaning in BIDS as columns or as fields of a sidecar: for example, `onset` must
 * be a time in seconds. A study's own column with such a name gets a number appended.
 */
export const bidsReservedNames = [
  'onset',
  'duration',
  'response_time',
  'stim_file',
  'HED',
  'channel',
  'TaskName',
  'TaskDescription',
  'Instructions',
  'CogAtlasID',
  'CogPOID',
  'InstitutionName',
  'InstitutionAddress',
  'InstitutionalDepartmentName',
] as const;

/** The parts of a file's name, in the order that BIDS prescribes. */
export interface BidsEntities {
  readonly sub: string;
  /** The session's label; null where the dataset has only one session. */
  readonly ses: string | null;
  readonly task: string;
  /** The number of the attempt, for a participant who has several runs in the same session. */
  readonly run: number | null;
}

export function bidsPath({ sub, ses, task, run }: BidsEntities, suffix: 'beh' | 'events'): string {
  const folder = ses === null ? `sub-${sub}` : `sub-${sub}/ses-${ses}`;
  const name = [
    `sub-${sub}`,
    ...(ses === null ? [] : [`ses-${ses}`]),
    `task-${task}`,
    ...(run === null ? [] : [`run-${run}`]),
  ].join('_');
  return `${folder}/beh/${name}_${suffix}.tsv`;
}

/**
 * Makes `dataset_description.json`, without authors: the researcher adds them before publishing.
 */
export const bidsDescription = ({ title }: StudyTitleAndDescription, t: ExportTexts) => ({
  Name: title.trim() || t('dataset.untitled'),
  BIDSVersion: bidsVersion,
  DatasetType: 'raw',
  GeneratedBy: [{ Name: 'Commonlab', Description: t('dataset.generated') }],
});

/**
 * Makes the sidecar for all tables of a task. By BIDS's inheritance principle, one sidecar at the
 * root of the dataset is enough for all of these tables.
 */
export const bidsSidecar = (
  about: StudyTitleAndDescription,
  columns: readonly Column[],
  t: ExportTexts,
) => ({
  TaskName: about.title.trim() || t('dataset.untitled'),
  ...(about.description.trim() !== '' && { TaskDescription: about.description.trim() }),
  ...bidsColumns(columns, t),
});

/**
 * Makes the description of each column. `fromEntries` creates an own property even for a column
 * that is named `__proto__`, while an assignment would set the prototype.
 */
export const bidsColumns = (columns: readonly Column[], t: ExportTexts): Record<string, object> =>
  Object.fromEntries(columns.map((entry) => [entry.name, bidsColumn(entry, t)]));

function bidsColumn(entry: Column, t: ExportTexts): object {
  const { renamed_from, unit, type, allowed } = entry;
  const isNumber = type === 'integer' || type === 'number';
  const levels = levelsOf(entry);
  return {
    ...(renamed_from !== undefined && renamed_from !== '' && { LongName: renamed_from }),
    Description: columnDescriptionOf(entry, t, (said) =>
      levels || !entry.labels ? said : withLabels(said, entry.labels),
    ),
    ...(levels && { Levels: levels }),
    ...(isNumber && { Format: formatOf(entry) }),
    ...(isNumber && unit !== undefined && { Units: unit }),
    ...(isNumber && allowed && { Minimum: allowed[0], Maximum: allowed[1] }),
  };
}

/**
 * Returns the levels (BIDS's word for a complete list of the values) of a column with few values:
 * each value with its label. A value without a label is its own label, because only the study's
 * authors know what it means. Numbers are levels only if each of them has a label.
 */
function levelsOf({ name, type, levels, labels = [] }: Column) {
  if (!levels || identifierColumns.has(name)) return null;
  const known = new Map(labels.map(({ value, label }) => [value, label]));
  const isOfCodes = type === 'integer' && levels.every((level) => known.has(String(level)));
  if (type !== 'string' && type !== 'boolean' && !isOfCodes) return null;
  for (const level of levels) {
    const value = String(level);
    if (!known.has(value)) known.set(value, value);
  }
  return Object.fromEntries([...known].map(([value, label]) => [tsvCell(value), label]));
}

/**
 * Adds the labels of values to a column's description as text. It is for columns that must not have
 * levels (BIDS's word for a complete list of the values), because the list would be incomplete.
 */
const withLabels = (said: string, labels: readonly ValueLabel[]): string =>
  `${said} (${labels.map(({ value, label }) => `${value}: ${label}`).join('; ')})`;

/**
 * Returns the format that a sidecar states for numbers. Integers beyond the exact range of a double
 * are written with an exponent, so their format is `number`.
 */
const formatOf = ({ type, range }: Column): string =>
  type === 'integer' && range?.every(Number.isSafeInteger) ? 'integer' : 'number';

const month = 31 * 86_400;

/**
 * Makes the rows of `_events.tsv`; null if any row lacks a valid onset. The onset, in seconds, is
 * what the study recorded in a column `onset`.
 */
export function bidsEvents(
  rows: Iterable<readonly Cell[]>,
  at: { readonly onset: number; readonly duration: number; readonly others: readonly number[] },
): Cell[][] | null {
  const events: { onset: number; cells: Cell[] }[] = [];
  for (const cells of rows) {
    const onset = cells[at.onset];
    const duration = cells[at.duration] ?? null;
    // BIDS allows onsets, in seconds, only within these bounds.
    if (typeof onset !== 'number' || onset < -60 || onset >= month) return null;
    if (duration !== null && (typeof duration !== 'number' || duration < 0)) return null;
    events.push({ onset, cells: [onset, duration, ...at.others.map((i) => cells[i])] });
  }
  if (events.length === 0) return null;
  return events.sort((a, b) => a.onset - b.onset).map(({ cells }) => cells);
}
