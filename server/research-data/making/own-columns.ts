import type { Cell } from '../rows/cell.rule';
import { codebookEntry, type CodebookEntry } from '../rows/codebook.rule';
import { ColumnStats } from '../rows/column-stats.rule';

/** A column that every export has. */
export interface OwnColumn {
  readonly name: string;
  readonly description: string;
  /** Left out where no row has a value. */
  readonly ifAny?: true;
  readonly unit?: 'ms';
}

export const dataColumns = [
  { name: 'run_participant', description: 'The pseudonym of the participant in this study' },
  { name: 'run_session', description: 'The session that they took part in' },
  { name: 'run_attempt', description: 'Which of their attempts, from 1' },
  { name: 'run_seq', description: 'The number of the record within the run, from 1' },
  { name: 'run_part', description: 'Which row of a record with several, from 1', ifAny: true },
  { name: 'run_kind', description: 'trial: a trial; text: what a study sent otherwise' },
  { name: 'run_value', description: 'A record that is no object: its value', ifAny: true },
] as const satisfies readonly OwnColumn[];
export const eventColumns = [
  ...dataColumns.slice(0, 4),
  {
    name: 'kind',
    description:
      'event: attention and errors; state: what the study stored in its browser; file: a recording; ' +
      'lost: a record that could not be stored; amend: an amendment of a trial that is not there',
  },
  { name: 'data', description: 'What it says, mostly as JSON' },
] as const satisfies readonly OwnColumn[];
export const timedColumns = [
  ...dataColumns.slice(0, 4),
  { name: 'frames', description: 'Measured: frames that came during the trial' },
  {
    name: 'missed_frames',
    description: 'Measured: frames that there was time for, and that did not come',
  },
  {
    name: 'longest_gap_ms',
    description: 'Measured: the longest time between two frames',
    unit: 'ms',
  },
  {
    name: 'long_tasks',
    description:
      'Measured: how often the page began to be busy for more than 50 ms, where a browser tells it',
  },
] as const satisfies readonly OwnColumn[];
const measured = [
  ['frame_ms', 'the median time between two frames'],
  ['frames', 'frames that came'],
  ['missed_frames', 'frames that there was time for, and that did not come'],
  ['longest_gap_ms', 'the longest time between two frames'],
  ['clock_step_ms', 'the smallest step of the clock that response times are read from'],
  ['long_tasks', 'how often the page was busy for more than 50 ms, where a browser tells it'],
  ['audio_base_ms', 'how late the browser hands over sound, as it tells itself'],
  ['audio_output_ms', 'how late the device plays sound that it is given, where a browser tells it'],
  ['open_ms', 'how long the pages of the study were open, all of the run together'],
].map(([name = '', what = '']) => ({
  name,
  description: `Measured: ${what}; not of anonymous sessions`,
  ifAny: true as const,
}));
export const runColumns = [
  ...dataColumns.slice(0, 3),
  { name: 'state', description: 'finished; open: may go on; ended: will not' },
  { name: 'rows', description: 'Rows of the data' },
  { name: 'events', description: 'Rows of the events' },
  { name: 'amended', description: 'Times that the study changed a trial after it was over' },
  { name: 'lost', description: 'Records that could not be stored' },
  {
    name: 'day',
    description: 'The day (UTC) of its start; not of anonymous sessions',
    ifAny: true,
  },
  {
    name: 'device',
    description:
      'A class of devices; in anonymous sessions where five people or more have the same',
  },
  { name: 'browser', description: 'A family of browsers, as for the device' },
  { name: 'isolated', description: 'Whether clocks had fine steps, as for the device' },
  {
    name: 'refresh_hz',
    description:
      'Measured: the usual refresh rate nearest to the median time between two frames; in anonymous ' +
      'sessions where five people or more have the same, and the same share of missed frames',
    ifAny: true,
  },
  {
    name: 'missed_frames_share',
    description: 'Measured: of the frames that there was time for, those that did not come',
    ifAny: true,
  },
  {
    name: 'audio_latency',
    description:
      'Measured: how late sound is heard by what the browser tells; in anonymous sessions where five ' +
      'people or more have the same, and the same beside it',
    ifAny: true,
  },
  ...measured,
  {
    name: 'condition',
    description: 'What the session drew for the participant; not until a blinded one is closed',
    ifAny: true,
  },
] as const satisfies readonly OwnColumn[];

/** Our columns of a table, with what the first pass learns of them. */
export class OwnColumns {
  private readonly stats: ColumnStats[];
  rows = 0;
  /** Of all rows that were learnt until now: asked for each cell of the second pass. */
  private places: readonly number[] | undefined;

  constructor(private readonly columns: readonly OwnColumn[]) {
    this.stats = columns.map(() => new ColumnStats());
  }

  learn(cells: readonly Cell[]): void {
    this.rows += 1;
    this.places = undefined;
    for (let i = 0; i < cells.length; i++) {
      const cell = cells[i];
      if (cell !== undefined) this.stats[i]?.add(cell);
    }
  }

  private get kept(): readonly number[] {
    return (this.places ??= this.columns.flatMap(({ ifAny }, i) =>
      ifAny && this.stats[i]?.count === 0 ? [] : [i],
    ));
  }
  get names(): string[] {
    return this.kept.map((i) => this.columns[i]?.name ?? '');
  }
  /** The cells of the columns that are kept. */
  cellsOf(cells: readonly Cell[]): Cell[] {
    return this.kept.map((i) => cells[i]);
  }
  codebook(): CodebookEntry[] {
    return this.kept.flatMap((i) => {
      const column = this.columns[i];
      const stats = this.stats[i];
      if (!column || !stats) return [];
      const { name, description, unit } = column;
      return [{ ...codebookEntry(name, stats, this.rows), description, ...(unit && { unit }) }];
    });
  }
}
