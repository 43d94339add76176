import type { Cell } from '../rows/cell.rule';
import type { DataRow, RunRecord } from '../rows/run-rows.rule';
import type { ChosenRun } from './chosen-runs';

/** The columns that the rows of every table begin with. */
export const whoOf = (run: ChosenRun): Cell[] => [run.participant, run.session_id, run.attempt];
export const dataCells = (run: ChosenRun, { seq, part, kind, value }: DataRow): Cell[] => [
  ...whoOf(run),
  seq,
  part ?? undefined,
  kind,
  value,
];
export const eventCells = (run: ChosenRun, { seq, kind, data }: RunRecord): Cell[] => [
  ...whoOf(run),
  seq,
  kind,
  data,
];
