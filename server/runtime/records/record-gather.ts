import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/concurrency/clock';
import { isDatabaseUnavailable } from '../../platform/errors/transient-failure';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import { dataBytes, finishedHead, lastOf, lostIn, mostBytes, type Batch } from './batch.rule';
import { inWords, toldBy, type Told } from './events.rule';
import { framesBytes, writeFrames } from './frames.rule';
import { atOnce, RecordPool } from './record-pool';
import type { RunKind } from './run-tables';
import { filesTold, tellsFiles, type FilesTold } from '../recordings/files.rule';
import {
  storeRecords,
  storeRecordsWithEvents,
  storeRecordsWithFiles,
  storeRehearsed,
  storeRehearsedWithEvents,
  type Stored,
} from './store-records.sql';

/** A batch, and who sends it. */
export interface Asked {
  readonly of: RunKind;
  readonly run_id: string;
  /** The participation, or the rehearsal. */
  readonly subject_id: string;
  readonly writer: string;
  readonly batch: Batch;
}
interface Waiting {
  readonly asked: Asked;
  readonly size: number;
  resolve(stored: Stored): void;
  reject(error: unknown): void;
}

/** In one statement at most so many batches, and bytes unless a single one is larger. */
const mostBatches = 128;
const mostFrameBytes = 4_000_000;
/** Of one run, so that no page that floods fills the memory. */
const mostOfRun = 8;

/**
 * Batches that wait at the same moment share a statement, each run once in it. While statements are
 * under way, whatever else comes gathers for the next one.
 */
@Injectable()
export class RecordGather {
  /** By run; a run stays while a statement works on it. */
  private readonly lines = new Map<string, Waiting[]>();
  private readonly busy = new Set<string>();
  private running = 0;
  private planned = false;

  constructor(
    private readonly connections: RecordPool,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /** @throws DomainError too_many_requests */
  store(asked: Asked): Promise<Stored> {
    const line = this.lines.get(asked.run_id) ?? [];
    if (line.length >= mostOfRun) throw new DomainError('too_many_requests', {}, { retryAfter: 1 });
    this.lines.set(asked.run_id, line);
    return new Promise((resolve, reject) => {
      line.push({ asked, size: framesBytes(asked.batch.frames), resolve, reject });
      if (this.planned || this.running >= atOnce) return;
      this.planned = true;
      // After the current turn of the event loop: what arrived together shares a statement.
      setImmediate(() => {
        this.planned = false;
        this.advance();
      });
    });
  }

  private advance(): void {
    while (this.running < atOnce) {
      const taken = this.take();
      if (taken.length === 0) return;
      this.running += 1;
      void this.run(taken).finally(() => {
        this.running -= 1;
        for (const { asked } of taken) this.busy.delete(asked.run_id);
        this.advance();
      });
    }
  }

  /** The first batch of each run that no statement works on; of one kind of runs. */
  private take(): Waiting[] {
    const taken: Waiting[] = [];
    let bytes = 0;
    for (const [id, line] of this.lines) {
      const [next] = line;
      if (!next || this.busy.has(id)) continue;
      if (taken[0] && taken[0].asked.of !== next.asked.of) continue;
      if (taken.length > 0 && bytes + next.size > mostFrameBytes) break;
      line.shift();
      this.lines.delete(id);
      // Behind the others.
      if (line.length > 0) this.lines.set(id, line);
      this.busy.add(id);
      taken.push(next);
      bytes += next.size;
      if (taken.length === mostBatches) break;
    }
    return taken;
  }

  private async run(taken: readonly Waiting[]): Promise<void> {
    try {
      const found = new Map((await this.write(taken)).map((row) => [row.id, row]));
      for (const one of taken) {
        const row = found.get(one.asked.run_id);
        if (row) one.resolve(row);
        else one.reject(new Error('a batch without an answer'));
      }
    } catch (error) {
      if (taken.length === 1 || isDatabaseUnavailable(error))
        return taken.forEach((one) => one.reject(error));
      // The failure of one must not fail the others: each runs again alone.
      for (const one of taken) await this.run([one]);
    }
  }

  private write(taken: readonly Waiting[]): Promise<Stored[]> {
    const column = <T>(of: (asked: Asked) => T): T[] => taken.map(({ asked }) => of(asked));
    const frames = Buffer.allocUnsafe(taken.reduce((sum, { size }) => sum + size, 0));
    const framesAt: number[] = [];
    const hashes: Buffer[] = [];
    const hashesAt: number[] = [];
    let end = 0;
    for (const { asked } of taken) {
      framesAt.push(end + 1);
      hashesAt.push(32 * hashes.length + 1);
      end = writeFrames(asked.batch.frames, frames, end);
      hashes.push(...asked.batch.hashes);
    }
    const values = [
      column(({ run_id }) => run_id),
      column(({ subject_id }) => subject_id),
      column(({ writer }) => writer),
      column(({ batch }) => batch.first),
      column(({ batch }) => lastOf(batch)),
      framesAt,
      taken.map(({ size }) => size),
      hashesAt,
      column(({ batch }) => dataBytes(batch)),
      column(({ batch }) => mostBytes(batch)),
      column(({ batch }) => lostIn(batch)),
      column(({ batch }) => finishedHead(batch)?.toString('hex') ?? ''),
      Buffer.concat(hashes),
      frames,
      this.clock.now().toISOString(),
    ];
    const keyed = (text: string) => this.secrets.mac('run-error', 'stored', text);
    const told = taken.map(({ asked }) => toldBy(asked.batch.frames, keyed));
    const files = taken.map(({ asked }) => filesTold(asked.batch.frames));
    const { pool } = this.connections;
    const isRehearsed = taken[0]?.asked.of === 'rehearsals';
    const isQuiet = told.every(({ focus_lost, different }) => different.length + focus_lost === 0);
    // Simulated participants make no files.
    if (isRehearsed)
      return isQuiet
        ? storeRehearsed(pool, values)
        : storeRehearsedWithEvents(pool, [...values, ...eventsOf(taken, told.map(inWords))]);
    if (files.some(tellsFiles))
      return storeRecordsWithFiles(pool, [
        ...values,
        ...eventsOf(taken, told),
        ...filesOf(taken, files),
        kindsOf(told),
      ]);
    return isQuiet
      ? storeRecords(pool, values)
      : storeRecordsWithEvents(pool, [...values, ...eventsOf(taken, told), kindsOf(told)]);
  }
}

type FileColumns = [
  told: number[],
  announced_bytes: number[],
  run_ids: string[],
  hashes: string[],
  names: string[],
  types: string[],
  bytes: number[],
  states: string[],
  given_up_runs: string[],
  given_up_hashes: string[],
];
type EventColumns = [
  errors: number[],
  focus_lost: number[],
  run_ids: string[],
  hashes: string[],
  messages: string[],
  files: (string | null)[],
  lines: (number | null)[],
];

/** What the events of these batches tell, as columns. */
function eventsOf(taken: readonly Waiting[], told: readonly Told[]): EventColumns {
  const different = taken.flatMap(({ asked: { run_id } }, n) =>
    (told[n]?.different ?? []).map((error) => ({ run_id, ...error })),
  );
  return [
    told.map(({ errors }) => errors),
    told.map(({ focus_lost }) => focus_lost),
    different.map(({ run_id }) => run_id),
    different.map(({ hash }) => hash),
    different.map(({ message }) => message),
    different.map(({ file }) => file),
    different.map(({ line }) => line),
  ];
}

const kindsOf = (told: readonly Told[]): string[] =>
  told.flatMap(({ different }) => different.map(({ kind }) => kind));

/** What these batches tell of files, as columns: counts and bytes, the announced, the given up. */
function filesOf(taken: readonly Waiting[], told: readonly FilesTold[]): FileColumns {
  const each = taken.map(({ asked: { run_id } }, n) => ({ run_id, files: told[n] }));
  const announced = each.flatMap(({ run_id, files }) =>
    (files?.announced ?? []).map((file) => ({ run_id, ...file })),
  );
  const givenUp = each.flatMap(({ run_id, files }) =>
    (files?.given_up ?? []).map((sha256) => ({ run_id, sha256 })),
  );
  return [
    told.map((files) => files.announced.length + files.given_up.length),
    told.map(({ bytes }) => bytes),
    announced.map(({ run_id }) => run_id),
    announced.map(({ sha256 }) => sha256),
    announced.map(({ name }) => name),
    announced.map(({ type }) => type),
    announced.map(({ bytes }) => bytes),
    announced.map(({ is_given_up }) => (is_given_up ? 'given_up' : 'due')),
    givenUp.map(({ run_id }) => run_id),
    givenUp.map(({ sha256 }) => sha256),
  ];
}
