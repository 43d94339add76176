import { hash } from 'node:crypto';
import type { FieldErrorCode } from '../../../contracts/base/errors';
import { runtimeLimits } from '../../../contracts/runtime/limits';
import { FileRecord } from '../../../contracts/runtime/run-files';
import { FinishRecord, LostRecord, type SentRecord } from '../../../contracts/runtime/runtime';
import type { RecordFrame } from '../record-format/frames.rule';

/**
 * Consecutive records of a run. They have passed all checks that need only the records themselves,
 * and not the stored state of the run.
 */
export interface RecordBatch {
  readonly first: number;
  readonly frames: readonly RecordFrame[];
  /** The hash of the data of each record. */
  readonly hashes: readonly Buffer[];
}
export interface RecordBatchFault {
  readonly path: string;
  readonly code: FieldErrorCode;
}

const loneSurrogate = /\p{Surrogate}/u;

/**
 * Checks records that a page sent.
 * @returns the batch, or the errors if records are invalid
 */
export function checkRecordBatch(sent: readonly SentRecord[]): RecordBatch | RecordBatchFault[] {
  const first = sent[0]?.seq ?? 1;
  const faults: RecordBatchFault[] = [];
  const frames: RecordFrame[] = [];
  const hashes: Buffer[] = [];
  sent.forEach((record, n) => {
    const fault = (field: keyof SentRecord, code: FieldErrorCode) =>
      faults.push({ path: `trials.${n}.${field}`, code });
    const data = Buffer.from(record.data, 'utf8');
    if (record.seq !== first + n) fault('seq', 'invalid');
    // UTF-8 cannot encode half of a surrogate pair, so the stored bytes would differ from the text
    // that was sent.
    if (loneSurrogate.test(record.data)) fault('data', 'invalid_text');
    else if (data.length > runtimeLimits.recordBytes) fault('data', 'too_long');
    // Unlike `createHash`, `hash` makes no object for each record that must be garbage-collected.
    else if (hash('sha256', data, 'hex') !== record.sha256) fault('sha256', 'invalid');
    else if (record.kind === 'finish' && n !== sent.length - 1) fault('kind', 'not_possible_now');
    else if (!isSound(record)) fault('data', 'invalid');
    frames.push({ kind: record.kind, data });
    hashes.push(Buffer.from(record.sha256, 'hex'));
  });
  return faults.length > 0 ? faults : { first, frames, hashes };
}

/** Checks the content of records of those kinds that the server itself interprets. */
function isSound({ kind, seq, data }: SentRecord): boolean {
  if (kind === 'lost') return LostRecord.safeParse(parsed(data)).success;
  if (kind === 'file') return FileRecord.safeParse(parsed(data)).success;
  if (kind !== 'finish') return true;
  const finish = FinishRecord.safeParse(parsed(data));
  return finish.success && finish.data.count === seq - 1;
}

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}

/**
 * Returns the last hash of the run's hash chain, as stated by a batch that ends with a `finish`
 * record; null for a batch without such a record.
 */
export function finalChainHeadOf({ frames }: RecordBatch): Buffer | null {
  const last = frames.at(-1);
  if (last?.kind !== 'finish') return null;
  const { head } = FinishRecord.parse(parsed(last.data.toString('utf8')));
  return Buffer.from(head, 'hex');
}

export const lastSeqOf = ({ first, frames }: RecordBatch): number => first + frames.length - 1;

export const batchDataBytes = ({ frames }: RecordBatch): number =>
  frames.reduce((sum, { data }) => sum + data.length, 0);

export const countLostRecords = ({ frames }: RecordBatch): number =>
  frames.reduce((sum, { kind }) => sum + (kind === 'lost' ? 1 : 0), 0);

/**
 * Returns the most bytes that a run may have after this batch. The limit is higher for batches of
 * only `finish` and `lost` records, so that a full run still accepts them.
 */
export const mostRunBytesAfterBatch = ({ frames }: RecordBatch): number =>
  frames.every(({ kind }) => kind === 'lost' || kind === 'finish')
    ? runtimeLimits.runBytes + runtimeLimits.runReserveBytes
    : runtimeLimits.runBytes;

/** Returns the batch without its records up to `seq`, which are already stored. */
export const batchWithoutStoredRecords = (
  seq: number,
  { first, frames, hashes }: RecordBatch,
): RecordBatch => {
  const cut = Math.max(0, seq - first + 1);
  return { first: first + cut, frames: frames.slice(cut), hashes: hashes.slice(cut) };
};

/** Returns the batch with only its records up to `seq`. */
export const batchUpToRecord = (
  seq: number,
  { first, frames, hashes }: RecordBatch,
): RecordBatch => {
  const kept = seq - first + 1;
  return { first, frames: frames.slice(0, kept), hashes: hashes.slice(0, kept) };
};
