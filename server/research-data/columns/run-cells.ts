import type { RunEnvironment } from '../../../contracts/runtime/runtime';
import type { Cell } from './cell.rule';
import type { TimedTrial } from '../../runtime/timing/trial-timing.rule';
import type { DataRow, RunRecord } from '../selection/run-rows.rule';
import type { SelectedRun } from '../selection/selected-runs';

/** Returns the cells with which a row of any table begins: participant, session and attempt. */
const whoOf = (run: SelectedRun): Cell[] => [run.participant, run.session_id, run.attempt];
export const dataCells = (run: SelectedRun, { seq, part, kind, value }: DataRow): Cell[] => [
  ...whoOf(run),
  seq,
  part ?? undefined,
  kind,
  value,
];
export const eventCells = (run: SelectedRun, { seq, kind, data }: RunRecord): Cell[] => [
  ...whoOf(run),
  seq,
  kind,
  data,
];
export const trialTimingCells = (run: SelectedRun, timed: TimedTrial): Cell[] => [
  ...whoOf(run),
  timed.seq,
  timed.frames,
  timed.missed,
  timed.longest_ms,
  timed.long_tasks ?? undefined,
];

/**
 * Whether the run finished without any row of data. Events do not count, since every run records
 * events about its browser window.
 */
export const isFinishedWithoutRows = (
  { state }: Pick<SelectedRun, 'state'>,
  { rows }: Readonly<Record<'rows', number>>,
): boolean => state === 'finished' && rows === 0;

/**
 * Returns the cells of a run's row in the table of runs.
 * @param environment null if it is withheld
 * @param timing the cells of the measured timing (timing-columns.ts)
 */
export const runCells = (
  run: SelectedRun,
  read: Readonly<Record<'rows' | 'events' | 'amended' | 'lost' | 'not_numbers', number>>,
  environment: RunEnvironment | null,
  timing: readonly Cell[],
): Cell[] => [
  ...whoOf(run),
  run.state,
  read.rows,
  read.events,
  read.amended,
  read.lost,
  isFinishedWithoutRows(run, read),
  read.not_numbers || undefined,
  run.participation?.state,
  run.participation?.tag,
  run.participation?.fast,
  run.participation?.left_window,
  run.participation?.few_records,
  run.isAnonymous ? undefined : run.day || undefined,
  environment?.device,
  environment?.browser,
  environment?.isolated,
  ...timing,
  run.condition ?? undefined,
];
