import { bidsNumberPattern, createValueCheck, type ValueCheck } from './bids-values.rule';
import {
  hasDuplicates,
  isRecord,
  isNonBlankText,
  type DatasetCheck,
  type DatasetFile,
  type StandardFault,
  type TableShape,
} from '../dataset-file.rule';
import type { RowObserver } from '../table-reader.rule';

const root = 'dataset_description.json';
const label = '[0-9a-zA-Z+]+';
const core =
  /^(dataset_description\.json|participants\.(tsv|json)|README(\.md|\.rst|\.txt)?|CHANGES)$/;
/** Folders whose files this check accepts, since BIDS has no rules for them. */
const outside = /^(sourcedata|code|docs|logs)\//;
const sidecar = new RegExp(`^task-(${label})_(beh|events)\\.json$`);
const recording = new RegExp(
  `^sub-(${label})/(?:ses-(${label})/)?beh/` +
    `sub-(${label})(?:_ses-(${label}))?_task-(${label})(?:_run-[0-9]+)?_(beh|events)\\.tsv$`,
);
const phenotype = /^phenotype\/[0-9a-zA-Z_+]+\.(tsv|json)$/;
/** The columns that identify a row. A table must begin with them, in this order. */
const phenotypeIds = ['participant_id', 'session_id', 'run_id'];
const types = ['raw', 'derivative', 'study'];

/**
 * Returns the indexes of the columns whose values the check reads: the identifiers of participant,
 * session and run, and the time and duration of events.
 */
export const bidsCheckedColumnIndexes = (header: readonly string[]): readonly number[] =>
  header.flatMap((name, i) =>
    phenotypeIds.includes(name) || name === 'onset' || name === 'duration' ? [i] : [],
  );

/**
 * Checks a dataset of behaviour against the rules of BIDS 1.11.1. The codes of the faults come from
 * BIDS's published schema (src/schema/rules) and from its validator. A column that no sidecar
 * describes is a fault here, while the standard only warns.
 */
export class BidsCheck implements DatasetCheck {
  private readonly found: StandardFault[] = [];
  private readonly paths = new Set<string>();
  private readonly subjects = new Set<string>();
  private readonly sidecars = new Map<string, Set<string>>();
  /** For each sidecar, by its path: the function that checks the rows of its tables. */
  private readonly columnRules = new Map<string, ValueCheck>();
  /**
   * For each sidecar, by its path: the names of the columns that it must describe, and the path of
   * one of the tables that have these columns.
   */
  private readonly columns = new Map<string, { path: string; names: Set<string> }>();
  private participants: readonly string[] | undefined;
  /** The participants that occur in any table of a questionnaire; undefined without such tables. */
  private answering: Set<string> | undefined;

  add(file: DatasetFile): void {
    const { path, isEmpty } = file;
    if (this.paths.has(path)) this.fault('DUPLICATE_FILES', path);
    this.paths.add(path);
    if (outside.test(path)) return;
    if (isEmpty) this.fault('EMPTY_FILE', path);
    if (path.endsWith('.json')) this.addJson(file);
    if (path.endsWith('.tsv')) for (const code of tableFaults(file.table)) this.fault(code, path);
    if (path === 'participants.tsv') this.addParticipants(file);
    const parts = recording.exec(path);
    if (parts) this.addRecording(file, parts);
    else if (phenotype.test(path)) this.addPhenotype(file);
    else if (!core.test(path) && !sidecar.test(path)) this.fault('NOT_INCLUDED', path);
  }

  /**
   * Registers the content of a sidecar that will be added after the tables that it describes. The
   * values of the tables are then checked while the tables are added.
   */
  expectSidecar(path: string, sidecar: unknown): void {
    this.columnRules.set(path, createValueCheck(sidecar));
  }

  /**
   * Checks the values of a table against its sidecar, if the content of the sidecar is registered.
   */
  seeing(path: string): RowObserver | undefined {
    const by = sidecarOf(path);
    const isKept = by === undefined ? undefined : this.columnRules.get(by);
    let isBroken = false;
    return (
      isKept &&
      ((header, cells) => {
        if (isBroken || isKept(header, cells)) return;
        isBroken = true;
        this.fault('TSV_VALUE_INCORRECT_TYPE', path);
      })
    );
  }

  private addJson({ path, json }: DatasetFile): void {
    if (!isRecord(json)) return this.fault('JSON_INVALID', path);
    if (path === root) {
      if (!isNonBlankText(json.Name) || !isNonBlankText(json.BIDSVersion))
        this.fault('JSON_KEY_REQUIRED', path);
      const type = json.DatasetType;
      if (type !== undefined && !types.some((one) => one === type))
        this.fault('JSON_SCHEMA_VALIDATION_ERROR', path);
      return;
    }
    const described = Object.entries(json).filter(([, value]) => isRecord(value));
    if (described.some(([, column]) => isRecord(column) && !isColumn(column)))
      this.fault('JSON_SCHEMA_VALIDATION_ERROR', path);
    this.sidecars.set(path, new Set(described.map(([name]) => name)));
    this.expectSidecar(path, json);
  }

  private addParticipants({ path, table }: DatasetFile): void {
    if (table?.header[0] !== 'participant_id') return this.fault('TSV_COLUMN_MISSING', path);
    this.participants = table.values.get(0) ?? [];
    if (hasDuplicates(this.participants)) this.fault('TSV_INDEX_VALUE_NOT_UNIQUE', path);
    if (!this.participants.every((id) => new RegExp(`^sub-${label}$`).test(id)))
      this.fault('TSV_VALUE_INCORRECT_TYPE', path);
    this.describedBy(sidecarOf(path) ?? '', path, table);
  }

  private addRecording({ path, table }: DatasetFile, parts: RegExpExecArray): void {
    const [, sub = '', ses, nameSub, nameSes, , suffix] = parts;
    if (sub !== nameSub || ses !== nameSes) this.fault('INVALID_LOCATION', path);
    this.subjects.add(`sub-${sub}`);
    if (!table) return;
    if (table.header.includes('stim_file')) this.fault('STIMULUS_FILE_MISSING', path);
    if (suffix === 'events') for (const code of eventFaults(table)) this.fault(code, path);
    this.describedBy(sidecarOf(path) ?? '', path, table);
  }

  private addPhenotype({ path, table }: DatasetFile): void {
    if (!path.endsWith('.tsv') || !table) return;
    const { header, values } = table;
    const ids = phenotypeIds.filter((name) => header.includes(name));
    if (header[0] !== 'participant_id') return this.fault('TSV_COLUMN_MISSING', path);
    if (ids.some((name, i) => header[i] !== name)) this.fault('TSV_COLUMN_ORDER_INCORRECT', path);
    const subjects = values.get(0) ?? [];
    const of = ids.map((name) => values.get(header.indexOf(name)) ?? []);
    if (hasDuplicates(subjects.map((_, row) => JSON.stringify(of.map((column) => column[row])))))
      this.fault('TSV_INDEX_VALUE_NOT_UNIQUE', path);
    this.answering ??= new Set();
    for (const subject of subjects) this.answering.add(subject);
    this.describedBy(sidecarOf(path) ?? '', path, table);
  }

  private describedBy(by: string, path: string, { header }: TableShape): void {
    const known = this.columns.get(by) ?? { path, names: new Set<string>() };
    for (const name of header) known.names.add(name);
    this.columns.set(by, known);
  }

  faults(): readonly StandardFault[] {
    const all = [...this.found];
    if (!this.paths.has(root)) all.push({ code: 'MISSING_DATASET_DESCRIPTION', path: root });
    for (const [by, { path, names }] of this.columns) {
      const described = this.sidecars.get(by);
      if ([...names].some((name) => !described?.has(name)))
        all.push({ code: 'TSV_ADDITIONAL_COLUMNS_UNDEFINED', path });
    }
    for (const path of this.sidecars.keys())
      if (!this.columns.has(path)) all.push({ code: 'SIDECAR_WITHOUT_DATAFILE', path });
    const { answering, subjects } = this;
    if (
      answering &&
      (answering.size !== subjects.size || [...answering].some((id) => !subjects.has(id)))
    )
      all.push({ code: 'PHENOTYPE_SUBJECTS_MISSING', path: 'phenotype/' });
    const listed = new Set(this.participants);
    const isListed = [...this.subjects].every((id) => listed.has(id));
    if (!isListed || listed.size !== this.subjects.size)
      all.push({ code: 'PARTICIPANT_ID_MISMATCH', path: 'participants.tsv' });
    return all;
  }

  private fault(code: string, path: string): void {
    this.found.push({ code, path });
  }
}

/**
 * Returns the path of the sidecar of a table. All tables of a task share a sidecar at the root of
 * the dataset, which BIDS's inheritance principle allows.
 */
function sidecarOf(path: string): string | undefined {
  if (path === 'participants.tsv' || phenotype.test(path)) return path.replace(/tsv$/, 'json');
  const [, , , , , task, suffix] = recording.exec(path) ?? [];
  return task === undefined ? undefined : `task-${task}_${suffix}.json`;
}

function tableFaults(table: TableShape | undefined): string[] {
  if (!table) return ['FILE_READ'];
  const { header, isEven, isWellFormed, hasEmptyCell } = table;
  return [
    ...(header.length === 0 || header.includes('') ? ['TSV_COLUMN_MISSING'] : []),
    ...(hasDuplicates(header) ? ['TSV_COLUMN_HEADER_DUPLICATE'] : []),
    ...(isEven ? [] : ['TSV_EQUAL_ROWS']),
    ...(isWellFormed ? [] : ['WRONG_NEW_LINE']),
    ...(hasEmptyCell ? ['TSV_EMPTY_CELL'] : []),
  ];
}

function eventFaults({ header, values }: TableShape): string[] {
  if (header[0] !== 'onset' || header[1] !== 'duration') return ['TSV_COLUMN_ORDER_INCORRECT'];
  const onsets = values.get(0) ?? [];
  const durations = values.get(1) ?? [];
  const areTimes =
    onsets.every((onset) => bidsNumberPattern.test(onset)) &&
    durations.every(
      (text) => text === 'n/a' || (bidsNumberPattern.test(text) && Number(text) >= 0),
    );
  if (!areTimes) return ['TSV_VALUE_INCORRECT_TYPE'];
  const isSorted = onsets.every((onset, i) => i === 0 || Number(onsets[i - 1]) <= Number(onset));
  return isSorted ? [] : ['EVENT_ONSET_ORDER'];
}

function isColumn({ Description, LongName, Levels, Units }: Record<string, unknown>): boolean {
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  const hasLevels =
    Levels === undefined ||
    (isRecord(Levels) &&
      Object.values(Levels).every((level) => typeof level === 'string' || isRecord(level)));
  return isText(Description) && isText(LongName) && isText(Units) && hasLevels;
}
