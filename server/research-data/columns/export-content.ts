import type { ExportOmissions } from '../../../contracts/research-data/research-data';
import type { Cell } from './cell.rule';
import { columnsOfStudy } from './column.rule';
import { StudyColumns, type StudyColumn } from './study-columns.rule';
import { withQuestionTexts, type TimelineQuestion } from './questions.rule';
import {
  withPluginDescriptions,
  withResearcherDescriptions,
  type VariableDescriptions,
} from './descriptions.rule';
import type { DataRow } from '../selection/run-rows.rule';
import { researchDataTexts } from '../research-data-texts';
import type { RunSelection, SelectedRun } from '../selection/selected-runs';
import type { DataRequest } from '../selection/data-request';
import {
  dataColumns,
  eventColumns,
  ServerColumns,
  runColumns,
  trialTimingColumns,
} from './server-columns';
import {
  dataCells,
  eventCells,
  runCells,
  isFinishedWithoutRows,
  trialTimingCells,
} from './run-cells';
import { runTotals, type RunTotals } from './run-totals';
import { readRun, type ExportedRun } from '../selection/run-reader';
import { DamagedRecordsError, prefetchRecords, type RecordsReader } from '../selection/run-records';
import type { ExternalTables, RunWithRows, Table } from './table';
import { EnvironmentsSharedByFive } from '../selection/shared-environments';
import { WithheldValues } from './withheld-values';
import { timingReport, TimingsSharedByFive, type TimingReport } from './timing-columns';

interface Summary extends Readonly<Record<'hasEvents' | 'isTimed', boolean>> {
  readonly run: SelectedRun;
  readonly cells: Cell[];
}
const runOf = ({ run }: Summary) => run;

/**
 * The content of an export in any format. The records are read twice: first to find the columns,
 * then to write the rows. At any time, only the columns, a summary of each run, and the records of
 * one run are in memory.
 */
export class ExportContent {
  private readonly columns = new StudyColumns();
  private readonly ownOfData = new ServerColumns(dataColumns);
  private readonly ownOfEvents = new ServerColumns(eventColumns);
  private readonly ownOfTimed = new ServerColumns(trialTimingColumns);
  private readonly ownOfRuns = new ServerColumns(runColumns);
  private summaries: readonly Summary[] = [];
  /** The report on timing; null where nothing was measured in any run. */
  timing: TimingReport | null = null;
  private readonly environments: EnvironmentsSharedByFive;
  private settled: readonly StudyColumn[] = [];
  private damaged = 0;
  private progress = 0;
  /** How many values of anonymous sessions were withheld because they would reveal when and where a run took place. */
  withheld = 0;
  private readonly withheldValues = new WithheldValues();
  /** How many rows were left out because they repeat trials that were stored before. */
  repeated = 0;
  runsWithoutRecords = 0;

  constructor(
    private readonly request: DataRequest,
    private readonly selection: RunSelection,
    readonly external: ExternalTables,
    /** The researcher's descriptions of the study's variables. */
    private readonly words: VariableDescriptions,
    private readonly questions: readonly TimelineQuestion[] = [],
  ) {
    this.environments = new EnvironmentsSharedByFive(selection.runs);
  }

  get sessions(): RunSelection['sessions'] {
    return this.selection.sessions;
  }
  /** The data that a bundle brought to the study: sessions of another installation. */
  get imported(): RunSelection['imported'] {
    return this.selection.imported;
  }
  /** The runs in random order. */
  get runs(): readonly SelectedRun[] {
    return this.summaries.map(({ run }) => run);
  }
  get left_out(): ExportOmissions {
    return { ...this.selection.left_out, damaged: this.damaged };
  }
  get counts() {
    const { rowCount, columns } = this.data;
    return { runs: this.summaries.length, rows: rowCount, columns: columns.length };
  }

  get data(): Table {
    const { rows } = this.ownOfData;
    const { language } = this.request;
    const { t } = researchDataTexts.in(language);
    const asked = withQuestionTexts(columnsOfStudy(this.settled, rows), this.questions);
    const described = withPluginDescriptions(asked, t);
    const all = [
      ...this.ownOfData.described(language),
      ...withResearcherDescriptions(described, this.words),
    ];
    return {
      name: 'data',
      columns: this.withheldValues.inData(all, this.columns),
      rowCount: rows,
      rows: () => this.dataRows(),
    };
  }
  get events(): Table {
    return {
      name: 'events',
      columns: this.withheldValues.inEvents(this.ownOfEvents.described(this.request.language)),
      rowCount: this.ownOfEvents.rows,
      rows: () => this.eventRows(),
    };
  }
  /** The measurements by trial. */
  get timed(): Table {
    return {
      name: 'trial_timing',
      columns: this.ownOfTimed.described(this.request.language),
      rowCount: this.ownOfTimed.rows,
      rows: () => this.timedRows(),
    };
  }
  get runTable(): Table {
    return {
      name: 'runs',
      columns: this.ownOfRuns.described(this.request.language),
      rowCount: this.ownOfRuns.rows,
      rows: () => [this.summaries.map(({ cells }) => this.ownOfRuns.cellsOf(cells))],
    };
  }

  async learn(): Promise<void> {
    const found: { run: SelectedRun; read: RunTotals }[] = [];
    let i = 0;
    const { runs } = this.selection;
    for await (const { of: run, records } of this.recordsOf(runs, (one) => one)) {
      await this.report((40 * i++) / runs.length);
      const read = await this.readOrLeave(records, run);
      if (!read) continue;
      for (const row of read.rows) {
        this.ownOfData.learn(dataCells(run, row));
        this.columns.learn(row.values ?? {});
      }
      for (const event of read.events) this.ownOfEvents.learn(eventCells(run, event));
      for (const timed of read.timed) this.ownOfTimed.learn(trialTimingCells(run, timed));
      this.withheld += read.withheld;
      this.withheldValues.add(run.participant, read.taken);
      this.repeated += read.repeated;
      found.push({ run, read: runTotals(read) });
    }
    const measuredOf = (run: SelectedRun, { timing }: RunTotals) => ({
      run,
      timing,
      environment: this.environments.of(run),
    });
    const timings = new TimingsSharedByFive(found.map(({ run, read }) => measuredOf(run, read)));
    this.timing = timingReport(timings, researchDataTexts.in(this.request.language).t);
    this.summaries = found.map(({ run, read }) => {
      const told = measuredOf(run, read);
      const cells = runCells(run, read, told.environment, timings.cellsOf(told));
      this.ownOfRuns.learn(cells);
      if (isFinishedWithoutRows(run, read)) this.runsWithoutRecords += 1;
      return { run, cells, hasEvents: read.events > 0, isTimed: read.isTimed };
    });
    this.settled = this.columns.settle(dataColumns.map(({ name }) => name));
  }

  /** Reads the data a second time, a run at a time. */
  async *dataByRun(): AsyncGenerator<RunWithRows> {
    let i = 0;
    for await (const { of, records } of this.recordsOf(this.summaries, runOf)) {
      await this.report(40 + (40 * i++) / this.summaries.length);
      const { run } = of;
      const { rows, timed } = await readRun(records, run);
      yield { run, rows: () => this.rowsOf(run, rows), timed: this.timedOf(run, timed) };
    }
  }

  private *rowsOf(run: SelectedRun, rows: readonly DataRow[]): Generator<Cell[]> {
    for (const row of rows)
      yield this.columns.cellsOf(row.values ?? {}, this.ownOfData.cellsOf(dataCells(run, row)));
  }

  private async *dataRows(): AsyncGenerator<Iterable<Cell[]>> {
    for await (const { rows } of this.dataByRun()) yield rows();
  }

  private async *eventRows(): AsyncGenerator<Cell[][]> {
    let i = 0;
    const some = this.summaries.filter(({ hasEvents }) => hasEvents);
    for await (const { of, records } of this.recordsOf(some, runOf)) {
      await this.report(80 + (18 * i++) / some.length);
      const { events } = await readRun(records, of.run);
      yield events.map((event) => this.ownOfEvents.cellsOf(eventCells(of.run, event)));
    }
  }

  private async *timedRows(): AsyncGenerator<Cell[][]> {
    const some = this.summaries.filter(({ isTimed }) => isTimed);
    for await (const { of, records } of this.recordsOf(some, runOf)) {
      const { timed } = await readRun(records, of.run);
      yield this.timedOf(of.run, timed);
    }
  }

  private readonly timedOf = (run: SelectedRun, timed: ExportedRun['timed']): Cell[][] =>
    timed.map((one) => this.ownOfTimed.cellsOf(trialTimingCells(run, one)));

  private recordsOf<Of>(
    all: readonly Of[],
    runOf: (one: Of) => SelectedRun,
  ): ReturnType<typeof prefetchRecords<Of>> {
    return prefetchRecords(this.request, all, runOf);
  }

  private async readOrLeave(
    records: RecordsReader,
    run: SelectedRun,
  ): Promise<ExportedRun | undefined> {
    try {
      return await readRun(records, run);
    } catch (error) {
      if (!(error instanceof DamagedRecordsError)) throw error;
      this.damaged += 1;
      this.request.onDamaged(run.id, error);
      return undefined;
    }
  }

  /** Reports the progress in whole percent. Each number is reported only once. */
  private async report(percent: number): Promise<void> {
    const whole = Math.floor(percent);
    if (whole <= this.progress) return;
    this.progress = whole;
    await this.request.onProgress(whole);
  }
}
