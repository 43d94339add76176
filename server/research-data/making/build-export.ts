import { createHash } from 'node:crypto';
import type { Snapshot } from '../../platform/db/snapshot';
import { Archive } from '../../platform/storage/archive';
import type { Cell } from '../rows/cell.rule';
import { Columns } from '../rows/columns.rule';
import type { DataRow, RunRecord } from '../rows/run-rows.rule';
import { chooseRuns, type Choice, type Chosen, type ChosenRun } from './chosen-runs';
import type { Made } from './export-state';
import { Damaged, readRun, type ReadRun } from './run-reader';
import {
  codebookOf,
  dataColumns,
  eventColumns,
  OwnColumns,
  runColumns,
  textOf,
  type Writing,
} from './tables';

export interface ExportToBuild {
  readonly snapshot: Snapshot;
  readonly studyId: string;
  readonly options: Writing & Choice;
  readonly madeAt: Date;
  /** Receives the archive, part by part. @throws any error to end the work */
  readonly write: (part: Buffer, firstByte: number) => Promise<void>;
  /** @throws any error to end the work */
  readonly onProgress: (percent: number) => Promise<void>;
  readonly onDamaged: (runId: string, error: Damaged) => void;
}
interface Summary {
  readonly run: ChosenRun;
  readonly cells: Cell[];
  readonly hasEvents: boolean;
}

/** Fewer anonymous runs with the same device and browser are not told (docs/domain.md, 4). */
const fewest = 5;
const whereOf = ({ environment: { device, browser, isolated } }: ChosenRun) =>
  `${device} ${browser} ${isolated}`;

/**
 * Reads the runs twice: first what columns there are and of which type, then the rows, which are
 * written as they come. In memory are the columns, a line for each run, and one run at a time.
 */
export async function buildExport(wanted: ExportToBuild): Promise<Made> {
  return new Building(wanted, await choose(wanted)).run();
}

const choose = ({ snapshot, studyId, options, madeAt }: ExportToBuild): Promise<Chosen> =>
  chooseRuns(snapshot, studyId, options, madeAt.toISOString().slice(0, 10));

class Building {
  private readonly columns = new Columns();
  private readonly ownOfData = new OwnColumns(dataColumns);
  private readonly ownOfEvents = new OwnColumns(eventColumns);
  private readonly ownOfRuns = new OwnColumns(runColumns);
  private readonly summaries: Summary[] = [];
  private readonly places = new Map<string, number>();
  private readonly files: { name: string; bytes: number; sha256: string }[] = [];
  private damaged = 0;
  private withheld = 0;
  private progress = 0;

  constructor(
    private readonly wanted: ExportToBuild,
    private readonly chosen: Chosen,
  ) {
    for (const run of chosen.runs)
      if (run.isAnonymous) this.places.set(whereOf(run), (this.places.get(whereOf(run)) ?? 0) + 1);
  }

  async run(): Promise<Made> {
    const { options, madeAt, write } = this.wanted;
    await this.learn();
    const archive = new Archive(madeAt, write);
    const study = this.columns.settle(dataColumns.map(({ name }) => name));
    const names = [...this.ownOfData.names, ...study.map(({ name }) => name)];
    const tables = [
      { name: 'data', names, rows: this.dataRows() },
      { name: 'events', names: this.ownOfEvents.names, rows: this.eventRows() },
      { name: 'runs', names: this.ownOfRuns.names, rows: this.runRows() },
    ];
    for (const { name, names: header, rows } of tables)
      await this.add(archive, `${name}.${options.format}`, textOf(options, header, rows));
    const { rows } = this.ownOfData;
    await this.add(archive, 'codebook.json', [
      json({
        data: [...this.ownOfData.codebook(), ...codebookOf(study, rows)],
        events: this.ownOfEvents.codebook(),
        runs: this.ownOfRuns.codebook(),
      }),
    ]);
    const left_out = { ...this.chosen.left_out, damaged: this.damaged };
    const counts = { runs: this.summaries.length, rows, columns: names.length };
    await this.add(archive, 'manifest.json', [json(this.manifest({ counts, left_out }))]);
    const size = await archive.end();
    return { size, counts, left_out, runIds: this.summaries.map(({ run }) => run.id) };
  }

  private async learn(): Promise<void> {
    for (const [i, run] of this.chosen.runs.entries()) {
      await this.tell((40 * i) / this.chosen.runs.length);
      const read = await this.readOrLeave(run);
      if (!read) continue;
      for (const row of read.rows) {
        this.ownOfData.learn(dataCells(run, row));
        this.columns.learn(row.values ?? {});
      }
      for (const event of read.events) this.ownOfEvents.learn(eventCells(run, event));
      const cells = this.runCells(run, read);
      this.ownOfRuns.learn(cells);
      this.withheld += read.withheld;
      this.summaries.push({ run, cells, hasEvents: read.events.length > 0 });
    }
  }

  private async readOrLeave(run: ChosenRun): Promise<ReadRun | undefined> {
    try {
      return await readRun(this.wanted.snapshot, run);
    } catch (error) {
      if (!(error instanceof Damaged)) throw error;
      this.damaged += 1;
      this.wanted.onDamaged(run.id, error);
      return undefined;
    }
  }

  private async *dataRows(): AsyncGenerator<Cell[]> {
    for (const [i, { run }] of this.summaries.entries()) {
      await this.tell(40 + (40 * i) / this.summaries.length);
      for (const row of (await readRun(this.wanted.snapshot, run)).rows)
        yield [
          ...this.ownOfData.cellsOf(dataCells(run, row)),
          ...this.columns.cellsOf(row.values ?? {}),
        ];
    }
  }

  private async *eventRows(): AsyncGenerator<Cell[]> {
    for (const [i, { run, hasEvents }] of this.summaries.entries()) {
      await this.tell(80 + (18 * i) / this.summaries.length);
      if (!hasEvents) continue;
      for (const event of (await readRun(this.wanted.snapshot, run)).events)
        yield this.ownOfEvents.cellsOf(eventCells(run, event));
    }
  }

  private *runRows(): Generator<Cell[]> {
    for (const { cells } of this.summaries) yield this.ownOfRuns.cellsOf(cells);
  }

  private runCells(run: ChosenRun, { rows, events, amended, lost }: ReadRun): Cell[] {
    const isTold = !run.isAnonymous || (this.places.get(whereOf(run)) ?? 0) >= fewest;
    const { device, browser, isolated } = run.environment;
    return [
      ...whoOf(run),
      run.state,
      rows.length,
      events.length,
      amended,
      lost,
      run.isAnonymous ? undefined : run.day,
      ...(isTold ? [device, browser, isolated] : [undefined, undefined, undefined]),
      run.condition ?? undefined,
    ];
  }

  /** Adds a file, and notes its size and hash for the manifest. */
  private async add(
    archive: Archive,
    name: string,
    content: Iterable<string> | AsyncIterable<string>,
  ): Promise<void> {
    const hash = createHash('sha256');
    let bytes = 0;
    async function* noted() {
      for await (const text of content) {
        hash.update(text, 'utf8');
        bytes += Buffer.byteLength(text);
        yield text;
      }
    }
    await archive.add(name, noted());
    this.files.push({ name, bytes, sha256: hash.digest('hex') });
  }

  private manifest(made: Pick<Made, 'counts' | 'left_out'>) {
    const { studyId, options, madeAt } = this.wanted;
    return {
      format: 1,
      study: studyId,
      made_on: madeAt.toISOString().slice(0, 10),
      options: {
        format: options.format,
        for_spreadsheets: options.for_spreadsheets,
        unfinished: options.unfinished,
      },
      sessions: this.chosen.sessions.map(({ id, privacy_level, version_id, version_sha256 }) => ({
        session: id,
        privacy_level,
        version: version_id && { _id: version_id, sha256: version_sha256 },
      })),
      ...made,
      // Clock times, addresses and agent strings that studies of anonymous sessions wrote down.
      withheld_values: this.withheld,
      files: this.files,
    };
  }

  /** @param percent is told in whole numbers, each once */
  private async tell(percent: number): Promise<void> {
    const whole = Math.floor(percent);
    if (whole <= this.progress) return;
    this.progress = whole;
    await this.wanted.onProgress(whole);
  }
}

const whoOf = (run: ChosenRun): Cell[] => [run.participant, run.session_id, run.attempt];
const dataCells = (run: ChosenRun, { seq, part, kind, value }: DataRow): Cell[] => [
  ...whoOf(run),
  seq,
  part ?? undefined,
  kind,
  value,
];
const eventCells = (run: ChosenRun, { seq, kind, data }: RunRecord): Cell[] => [
  ...whoOf(run),
  seq,
  kind,
  data,
];
const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
