import { Injectable } from '@nestjs/common';
import { KeyedBatcher } from '../../platform/concurrency/keyed-batcher';
import { Clock } from '../../platform/concurrency/clock';
import { isDatabaseUnavailable } from '../../platform/errors/transient-failure';
import { DomainError } from '../../platform/errors/errors';
import { Secrets } from '../../platform/security/secrets';
import {
  batchDataBytes,
  finalChainHeadOf,
  lastSeqOf,
  countLostRecords,
  mostRunBytesAfterBatch,
  type RecordBatch,
} from './batch.rule';
import {
  putErrorKindsIntoMessages,
  countEvents,
  type EventCounts,
} from '../record-format/events.rule';
import { encodedRecordsBytes, encodeRecordFrames } from '../record-format/frames.rule';
import { mostStatementsAtOnce, RecordConnectionPool } from './record-pool';
import type { RunKind } from '../run/run-tables';
import {
  readAnnouncedFiles,
  hasFileAnnouncements,
  type AnnouncedRunFiles,
} from '../run-files/files.rule';
import {
  storeRecords,
  storeRecordsWithEvents,
  storeRecordsWithFiles,
  storeRehearsedRecords,
  storeRehearsedWithEvents,
  type StoreRecordsResult,
} from './store-records.sql';

/** A batch of records, and the page that sends it. */
export interface SentBatch {
  readonly of: RunKind;
  readonly run_id: string;
  /** The id of the participation, or of the rehearsal. */
  readonly subject_id: string;
  readonly writer: string;
  readonly batch: RecordBatch;
}
/**
 * One statement stores at most this many batches, and at most `mostFrameBytes` bytes, unless a
 * single batch has more bytes.
 */
const mostBatches = 128;
const mostFrameBytes = 4_000_000;
/**
 * How many batches of one run may wait at most, so that a page that sends too many does not fill
 * the memory.
 */
const mostOfRun = 8;

/**
 * Stores batches of records. One statement stores all batches that wait, but at most one batch of
 * each run. While statements are running, further batches wait for the next one.
 */
@Injectable()
export class RecordBatcher {
  private readonly batches = new KeyedBatcher<string>({ atOnce: mostStatementsAtOnce }).queue<
    SentBatch,
    StoreRecordsResult
  >({
    key: ({ run_id }) => run_id,
    max: mostBatches,
    maxPerKey: 1,
    kind: ({ of }) => of,
    size: ({ batch }) => encodedRecordsBytes(batch.frames),
    maxSize: mostFrameBytes,
    retryAlone: (error) => !isDatabaseUnavailable(error),
  });

  constructor(
    private readonly connections: RecordConnectionPool,
    private readonly clock: Clock,
    private readonly secrets: Secrets,
  ) {}

  /**
   * Waits until a statement has stored the batch, together with others.
   * @throws DomainError too_many_requests where too many batches of the run wait
   */
  async store(sent: SentBatch): Promise<StoreRecordsResult> {
    if (this.batches.countOf(sent.run_id) >= mostOfRun)
      throw new DomainError('too_many_requests', {}, { retryAfter: 1 });
    return this.batches.load(sent, (together) => this.storeAll(together));
  }

  private async storeAll(sent: readonly SentBatch[]): Promise<(StoreRecordsResult | Error)[]> {
    const stored = new Map((await this.write(sent)).map((row) => [row.id, row]));
    return sent.map(({ run_id }) => stored.get(run_id) ?? new Error('a batch without an answer'));
  }

  private write(sent: readonly SentBatch[]): Promise<StoreRecordsResult[]> {
    const column = <T>(of: (one: SentBatch) => T): T[] => sent.map(of);
    const sizes = column(({ batch }) => encodedRecordsBytes(batch.frames));
    const frames = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + size, 0));
    const framesAt: number[] = [];
    const hashes: Buffer[] = [];
    const hashesAt: number[] = [];
    let end = 0;
    for (const { batch } of sent) {
      framesAt.push(end + 1);
      hashesAt.push(32 * hashes.length + 1);
      end = encodeRecordFrames(batch.frames, frames, end);
      hashes.push(...batch.hashes);
    }
    const values = [
      column(({ run_id }) => run_id),
      column(({ subject_id }) => subject_id),
      column(({ writer }) => writer),
      column(({ batch }) => batch.first),
      column(({ batch }) => lastSeqOf(batch)),
      framesAt,
      sizes,
      hashesAt,
      column(({ batch }) => batchDataBytes(batch)),
      column(({ batch }) => mostRunBytesAfterBatch(batch)),
      column(({ batch }) => countLostRecords(batch)),
      column(({ batch }) => finalChainHeadOf(batch)?.toString('hex') ?? ''),
      Buffer.concat(hashes),
      frames,
      this.clock.now().toISOString(),
    ];
    const keyed = (text: string) => this.secrets.mac('run-error', 'stored', text);
    const events = column(({ batch }) => countEvents(batch.frames, keyed));
    const files = column(({ batch }) => readAnnouncedFiles(batch.frames));
    const { pool } = this.connections;
    const isRehearsed = sent[0]?.of === 'rehearsals';
    const isQuiet = events.every(
      ({ focus_lost, different }) => different.length + focus_lost === 0,
    );
    // The statement for rehearsals has no files, because simulated participants create none.
    if (isRehearsed)
      return isQuiet
        ? storeRehearsedRecords(pool, values)
        : storeRehearsedWithEvents(pool, [
            ...values,
            ...eventsOf(sent, events.map(putErrorKindsIntoMessages)),
          ]);
    if (files.some(hasFileAnnouncements))
      return storeRecordsWithFiles(pool, [
        ...values,
        ...eventsOf(sent, events),
        ...filesOf(sent, files),
        kindsOf(events),
      ]);
    return isQuiet
      ? storeRecords(pool, values)
      : storeRecordsWithEvents(pool, [...values, ...eventsOf(sent, events), kindsOf(events)]);
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

/** Returns the events of these batches as columns, for the parameters of the statement. */
function eventsOf(sent: readonly SentBatch[], told: readonly EventCounts[]): EventColumns {
  const different = sent.flatMap(({ run_id }, n) =>
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

const kindsOf = (told: readonly EventCounts[]): string[] =>
  told.flatMap(({ different }) => different.map(({ kind }) => kind));

/** Returns the files that these batches announce or give up as columns, for the parameters. */
function filesOf(sent: readonly SentBatch[], told: readonly AnnouncedRunFiles[]): FileColumns {
  const each = sent.map(({ run_id }, n) => ({ run_id, files: told[n] }));
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
