import { columnAddedByFormat, type Column } from '../../columns/column.rule';
import { researchDataTexts, type ExportTexts } from '../../research-data-texts';
import { BidsCheck, bidsCheckedColumnIndexes } from './bids-check.rule';
import {
  bidsColumns,
  bidsDescription,
  bidsEvents,
  bidsPath,
  bidsReservedNames,
  bidsSidecar,
  type BidsEntities,
} from './bids.rule';
import { camelCaseLabelOf, shortestUniquePrefixes } from '../names.rule';
import { Questionnaires, withoutParticipantTypedLevels } from './questionnaires.rule';
import { leftOutCounts, leftOutText } from '../../archive/left-out.rule';
import { manifestOf } from '../../archive/manifest';
import { changelogOf, readmeOf } from '../../archive/readme.rule';
import { TsvReader } from '../table-reader.rule';
import { tsvHeader, tsvLine, tsvName } from './tsv.rule';
import type { Cell, RowGroups } from '../../columns/cell.rule';
import type { ArchiveFilesWriter } from '../../archive/archive-files';
import { DatasetFilesWriter } from '../checked-files';
import type { SelectedRun } from '../../selection/selected-runs';
import type { Table } from '../../columns/table';
import { renameColumns } from '../renamed-table';
import type { Dataset, DatasetContent, DatasetFormat } from '../../archive/dataset';
import { tableTextInPieces } from '../../csv-json-parquet/table-text';
import { countRunFiles } from '../../selection/run-files';
import { timingColumnsOf, rowsWithTiming } from './timed-behaviour';
import { writePhenotypes } from './write-phenotypes';

/** Datasets of BIDS: a table of behaviour for each run. */
export const bidsFormat: DatasetFormat = { hasExternalTables: false, write: writeBids };

/** @throws StandardViolation */
async function writeBids(dataset: Dataset, files: ArchiveFilesWriter): Promise<void> {
  const { content, about, madeOn, language } = dataset;
  const runFiles = await countRunFiles(dataset.runFiles, content.runs);
  const { t } = researchDataTexts.in(language);
  const check = new BidsCheck();
  const checked = new DatasetFilesWriter(
    files,
    check,
    (path) => new TsvReader(bidsCheckedColumnIndexes, check.seeing(path)),
  );
  const task = camelCaseLabelOf(about.title) || 'Study';
  const measured = timingColumnsOf(content.timed);
  const reserved = [...bidsReservedNames, ...measured.map(({ name }) => name)];
  const questionnaires = await questionnairesOf(content);
  const renamed = renameColumns(content.data, tsvName, reserved);
  const data = {
    ...renamed,
    columns: withoutParticipantTypedLevels(renamed.columns, questionnaires.typed()),
  };
  const behaviour = [...data.columns, ...measured];
  await checked.addJson('dataset_description.json', bidsDescription(about, t));
  const { counts, runsWithoutRecords } = content;
  const leftOut = leftOutText(leftOutCounts(content, runFiles), t);
  const more = [[t('reading.tsv'), t('reading.numbers')].join(' '), leftOut];
  const listed = filesOf(task, content.timing !== null, t);
  const facts = { ...about, ...counts, runsWithoutRecords, madeOn, files: listed, more };
  await checked.addText('README.md', readmeOf(facts, t));
  await checked.addText('CHANGES', changelogOf(madeOn, t));
  const entities = entitiesOf(content, task);
  await addParticipants(checked, content, entities, t);
  if (content.runs.length > 0)
    await checked.addJson(`task-${task}_beh.json`, bidsSidecar(about, behaviour, t));
  const moments = momentColumns(t);
  const eventColumns = [...moments, ...eventColumnsOf(data).map(({ column }) => column)];
  const eventSidecar = bidsSidecar(about, eventColumns, t);
  // The sidecar is added only if there are tables of events, which is known only after all tables
  // were added.
  check.expectSidecar(`task-${task}_events.json`, eventSidecar);
  const tables = { data, measured, moments };
  const hasEvents = await addRuns(checked, content, tables, entities);
  if (hasEvents) await checked.addJson(`task-${task}_events.json`, eventSidecar);
  const answers = { questionnaires, columns: data.columns, entities };
  await writePhenotypes(checked, content, answers, t);
  const { events, runTable } = content;
  for (const table of [events, runTable])
    await checked.addTable(`sourcedata/${table.name}.tsv`, tsvOf(table.columns, table.rows()));
  if (content.timing) await checked.addJson('sourcedata/timing.json', content.timing);
  await checked.addJson('sourcedata/codebook.json', {
    data: behaviour,
    events: events.columns,
    runs: runTable.columns,
  });
  const contained = { runFiles, hasExternalTables: false, files: files.named };
  await checked.addJson('sourcedata/manifest.json', manifestOf(dataset, contained));
  checked.mustBeValid();
}

/**
 * If the study has questionnaires, reads all rows to find them before the first file is written.
 */
async function questionnairesOf(content: DatasetContent): Promise<Questionnaires> {
  const questionnaires = new Questionnaires(content.data.columns);
  if (questionnaires.mayBeAny)
    for await (const { rows } of content.dataByRun()) questionnaires.learn(rows());
  return questionnaires;
}

/** Returns the BIDS entities from which the names of each run's files are made, by run id. */
function entitiesOf({ runs, sessions }: DatasetContent, task: string): Map<string, BidsEntities> {
  const labels = shortestUniquePrefixes(runs.map(({ participant }) => participant));
  const exported = new Set(runs.map(({ session_id }) => session_id));
  const numbers = new Map(
    sessions.filter(({ id }) => exported.has(id)).map(({ id }, i) => [id, String(i + 1)]),
  );
  const ofSeat = new Map<string, SelectedRun[]>();
  for (const run of runs) {
    const seat = `${run.participant} ${run.session_id}`;
    ofSeat.set(seat, [...(ofSeat.get(seat) ?? []), run]);
  }
  const entities = new Map<string, BidsEntities>();
  for (const seat of ofSeat.values())
    for (const [i, run] of seat.sort((a, b) => a.attempt - b.attempt).entries())
      entities.set(run.id, {
        sub: labels.get(run.participant) ?? run.participant,
        ses: numbers.size > 1 ? (numbers.get(run.session_id) ?? null) : null,
        task,
        run: seat.length > 1 ? i + 1 : null,
      });
  return entities;
}

/** Adds the participants in the order of the runs, which is random. */
async function addParticipants(
  checked: DatasetFilesWriter,
  { runs }: DatasetContent,
  entities: ReadonlyMap<string, BidsEntities>,
  t: ExportTexts,
): Promise<void> {
  const columns = participantColumns(t);
  const counts = new Map<string, { pseudonym: string; runs: number }>();
  for (const { id, participant } of runs) {
    const subject = `sub-${entities.get(id)?.sub}`;
    const runsOfOne = (counts.get(subject)?.runs ?? 0) + 1;
    counts.set(subject, { pseudonym: participant, runs: runsOfOne });
  }
  const rows = [...counts].map(([subject, one]): Cell[] => [subject, one.pseudonym, one.runs]);
  await checked.addJson('participants.json', bidsColumns(columns, t));
  await checked.addTable('participants.tsv', tsvOf(columns, [rows]));
}

/** The tables and columns from which the files of each run are written. */
interface Described {
  readonly data: Table;
  readonly measured: readonly Column[];
  /** The first columns of a table of events: onset and duration. */
  readonly moments: readonly Column[];
}

/** Adds the files of all runs to the dataset. @returns whether there are tables of events */
async function addRuns(
  checked: DatasetFilesWriter,
  content: DatasetContent,
  { data, measured, moments }: Described,
  entities: ReadonlyMap<string, BidsEntities>,
): Promise<boolean> {
  const behaviour = [...data.columns, ...measured];
  const at = (name: string) => content.data.columns.findIndex((column) => column.name === name);
  const others = eventColumnsOf(data);
  const places = { onset: at('onset'), duration: at('duration'), others: others.map(({ i }) => i) };
  let hasEvents = false;
  for await (const { run, rows, timed } of content.dataByRun()) {
    const named = entities.get(run.id);
    if (!named) continue;
    const lines = tsvOf(behaviour, [rowsWithTiming({ rows, timed }, measured)]);
    await checked.addTable(bidsPath(named, 'beh'), lines);
    const events = places.onset < 0 ? null : bidsEvents(rows(), places);
    if (!events) continue;
    const columns = [...moments, ...others.map(({ column }) => column)];
    await checked.addTable(bidsPath(named, 'events'), tsvOf(columns, [events]));
    hasEvents = true;
  }
  return hasEvents;
}

/**
 * Returns the columns of an events table after onset and duration: the number of the row in the
 * data, and the kind of trial.
 */
const eventColumnsOf = ({ columns }: Table) =>
  columns
    .map((column, i) => ({ column, i }))
    .filter(({ column: { name } }) => ['run_seq', 'run_part', 'trial_type'].includes(name));

const tsvOf = (columns: readonly Column[], rows: RowGroups) =>
  tableTextInPieces({ begin: tsvHeader(columns.map(({ name }) => name)), line: tsvLine }, rows);

const seconds = { type: 'number', unit: 's' } as const;
const participantColumns = (t: ExportTexts) => [
  columnAddedByFormat('participant_id', t('columns.participant_id')),
  columnAddedByFormat('run_participant', t('columns.whole_pseudonym')),
  columnAddedByFormat('runs', t('columns.runs_of_participant'), { type: 'integer' }),
];
const momentColumns = (t: ExportTexts) => [
  columnAddedByFormat('onset', t('columns.onset'), seconds),
  columnAddedByFormat('duration', t('columns.duration'), seconds),
];

const filesOf = (task: string, hasTiming: boolean, t: ExportTexts) => [
  `\`dataset_description.json\`: ${t('files.bids.description')}`,
  `\`participants.tsv\`: ${t('files.bids.participants')}`,
  `\`sub-*/…/beh/*_task-${task}_beh.tsv\`: ${t('files.bids.behaviour')}`,
  `\`task-${task}_beh.json\`: ${t('files.bids.sidecar')}`,
  `\`*_events.tsv\`: ${t('files.bids.events')}`,
  `\`phenotype/\`: ${t('files.bids.phenotype')}`,
  `\`sourcedata/\`: ${t('files.bids.sources')}`,
  ...(hasTiming ? [`\`sourcedata/timing.json\`: ${t('files.tables.timing')}`] : []),
  t('files.bids.texts'),
];
