import type { Language } from '../../../contracts/base/languages';
import type { Sentence } from '../../platform/i18n/texts';
import { researchDataTexts } from '../research-data-texts';
import type { Cell } from './cell.rule';
import { columnFromStats, type Column } from './column.rule';
import { ColumnStats } from './column-stats.rule';

const says = researchDataTexts.sentence;

/** A column that this server adds to every export, beside the study's own columns. */
export interface ServerColumn extends Partial<Omit<Column, 'name' | 'description'>> {
  readonly name: string;
  readonly description: Sentence;
  /** Whether the column is left out if no row has a value. */
  readonly ifAny?: true;
}

export const dataColumns = [
  { name: 'run_participant', description: says('columns.run_participant') },
  { name: 'run_session', description: says('columns.run_session') },
  { name: 'run_attempt', description: says('columns.run_attempt') },
  { name: 'run_seq', description: says('columns.run_seq') },
  { name: 'run_part', description: says('columns.run_part'), ifAny: true },
  { name: 'run_kind', description: says('columns.run_kind') },
  { name: 'run_value', description: says('columns.run_value'), ifAny: true },
] as const satisfies readonly ServerColumn[];
export const eventColumns = [
  ...dataColumns.slice(0, 4),
  { name: 'kind', description: says('columns.event_kind') },
  { name: 'data', description: says('columns.event_data') },
] as const satisfies readonly ServerColumn[];
export const trialTimingColumns = [
  ...dataColumns.slice(0, 4),
  { name: 'frames', description: says('columns.trial_frames') },
  { name: 'missed_frames', description: says('columns.trial_missed_frames') },
  { name: 'longest_gap_ms', description: says('columns.trial_longest_gap_ms'), unit: 'ms' },
  { name: 'long_tasks', description: says('columns.trial_long_tasks') },
] as const satisfies readonly ServerColumn[];
export const runColumns = [
  ...dataColumns.slice(0, 3),
  { name: 'state', description: says('columns.state') },
  { name: 'rows', description: says('columns.rows') },
  { name: 'events', description: says('columns.events') },
  { name: 'amended', description: says('columns.amended') },
  { name: 'lost', description: says('columns.lost') },
  { name: 'no_records', description: says('columns.no_records') },
  { name: 'not_numbers', description: says('columns.not_numbers'), ifAny: true },
  { name: 'participation', description: says('columns.participation'), ifAny: true },
  { name: 'tag', description: says('columns.tag'), ifAny: true, levels: null },
  { name: 'fast', description: says('columns.fast'), ifAny: true },
  { name: 'left_window', description: says('columns.left_window'), ifAny: true },
  { name: 'few_records', description: says('columns.few_records'), ifAny: true },
  { name: 'day', description: says('columns.day'), ifAny: true },
  { name: 'device', description: says('columns.device') },
  { name: 'browser', description: says('columns.browser') },
  { name: 'isolated', description: says('columns.isolated') },
  { name: 'refresh_hz', description: says('columns.refresh_hz'), ifAny: true },
  { name: 'missed_frames_share', description: says('columns.missed_frames_share'), ifAny: true },
  { name: 'audio_latency', description: says('columns.audio_latency'), ifAny: true },
  { name: 'frame_ms', description: says('columns.frame_ms'), ifAny: true },
  { name: 'frames', description: says('columns.frames'), ifAny: true },
  { name: 'missed_frames', description: says('columns.missed_frames'), ifAny: true },
  { name: 'longest_gap_ms', description: says('columns.longest_gap_ms'), ifAny: true },
  { name: 'clock_step_ms', description: says('columns.clock_step_ms'), ifAny: true },
  { name: 'long_tasks', description: says('columns.long_tasks'), ifAny: true },
  { name: 'audio_base_ms', description: says('columns.audio_base_ms'), ifAny: true },
  { name: 'audio_output_ms', description: says('columns.audio_output_ms'), ifAny: true },
  { name: 'open_ms', description: says('columns.open_ms'), ifAny: true },
  { name: 'condition', description: says('columns.condition'), ifAny: true },
] as const satisfies readonly ServerColumn[];

/**
 * The columns of a table that this server adds, with the statistics of their values from the first
 * pass.
 */
export class ServerColumns {
  private readonly stats: ColumnStats[];
  rows = 0;
  /**
   * The indexes of the columns that the table has. Optional columns without a value in the first
   * pass are left out. The indexes are cached, since the second pass reads them for each cell.
   */
  private places: readonly number[] | undefined;

  constructor(private readonly columns: readonly ServerColumn[]) {
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
  /** Returns only the cells of the columns that are kept. */
  cellsOf(cells: readonly Cell[]): Cell[] {
    return this.kept.map((i) => cells[i]);
  }
  described(language: Language): Column[] {
    return this.kept.flatMap((i) => {
      const column = this.columns[i];
      const stats = this.stats[i];
      if (!column || !stats) return [];
      const { name, description, ifAny: _, ...more } = column;
      return [
        { ...columnFromStats(name, stats, this.rows), description: description(language), ...more },
      ];
    });
  }
}
