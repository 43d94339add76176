import { isAscii } from 'node:buffer';
import { gunzip } from 'node:zlib';
import { promisify } from 'node:util';
import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import { prepared } from '../../platform/db/prepared';
import { lastSeqOf, type RecordBatch } from './batch.rule';
import { decodeRecordFrames, sha256, type RecordFrame } from '../record-format/frames.rule';
import type { RunKind } from '../run/run-tables';

/**
 * Stored records of a run: either its sealed log, which begins with the first record, or a chunk.
 */
interface Part {
  first: number;
  lines: Buffer | null;
  frames: Buffer | null;
}
export interface NumberedRecordFrame extends RecordFrame {
  readonly seq: number;
}

/** How many chunks one statement reads; each has a megabyte at most. */
const atOnce = 8;

/**
 * Reads the next stored parts of a participant's run with records after the number $2. One statement
 * reads the log and the chunks, so no record is missed if the run is sealed in between: its records
 * then move from the chunks into the log.
 */
const page = prepared<Part>(
  'stored-records',
  `SELECT 1 AS first, l.lines, NULL::bytea AS frames FROM research.run_log l
   WHERE l.run_id = $1 AND l.through > $2
   UNION ALL
   (SELECT c.first, NULL::bytea AS lines, c.frames FROM research.run_chunk c
    WHERE c.run_id = $1 AND c.last > $2 ORDER BY c.first LIMIT ${atOnce})
   ORDER BY first`,
);

/** Reads the next chunks of a simulated participant, whose records are never sealed. */
const rehearsedPage = prepared<Part>(
  'rehearsed-records',
  `SELECT c.first, NULL::bytea AS lines, c.frames FROM research.rehearsal_chunk c
   WHERE c.run_id = $1 AND c.last > $2 ORDER BY c.first LIMIT ${atOnce}`,
);

/** Reads the records of runs, from their chunks and their sealed logs. */
@Injectable()
export class StoredRecordsRead {
  constructor(private readonly source: DataSource) {}

  /**
   * Yields the records after a number, in order; nothing if there are no more, or they were
   * deleted.
   */
  async *after(
    runId: string,
    seq: number,
    of: RunKind = 'participants',
  ): AsyncGenerator<NumberedRecordFrame[]> {
    for (let last = seq; ;) {
      const before = last;
      const parts =
        of === 'rehearsals'
          ? await rehearsedPage(this.source, [runId, last])
          : await page(this.source, [runId, last]);
      for (const part of parts) {
        const records = (await recordsOf(part)).filter((record) => record.seq > last);
        if (records.length > 0) yield records;
        last = records.at(-1)?.seq ?? last;
      }
      if (last === before) return;
    }
  }

  /**
   * Whether all records of a batch are stored with exactly this content.
   */
  async has(runId: string, batch: RecordBatch, of: RunKind): Promise<boolean> {
    const last = lastSeqOf(batch);
    let next = batch.first;
    for await (const records of this.after(runId, batch.first - 1, of)) {
      for (const { seq, data } of records) {
        if (seq > last) return true;
        const hash = batch.hashes[seq - batch.first];
        if (seq !== next || !hash?.equals(sha256(data))) return false;
        next += 1;
      }
      if (next > last) return true;
    }
    return next > last;
  }
}

/** Thrown where the stored bytes cannot be read as records. */
export class BrokenRecordsError extends Error {}

/** @throws BrokenRecordsError */
async function recordsOf({ first, lines, frames }: Part): Promise<NumberedRecordFrame[]> {
  try {
    if (frames) return decodeRecordFrames(frames).map((frame, n) => ({ ...frame, seq: first + n }));
    return lines ? await readSealedLog(lines) : [];
  } catch (cause) {
    throw new BrokenRecordsError('stored records', { cause });
  }
}

const unpack = promisify(gunzip);

/** Reads the records in a sealed log. */
export async function readSealedLog(lines: Buffer): Promise<NumberedRecordFrame[]> {
  const records = parseRecordLines(await decompressLog(lines));
  return records.map(({ seq, kind, data }) => ({ seq, kind, data: Buffer.from(data, 'utf8') }));
}

/** Decompresses the lines of a sealed log, as bytes. */
export const decompressLog = (lines: Buffer): Promise<Buffer> =>
  unpack(lines, { chunkSize: sizeOf(lines) });

/**
 * Parses records that are stored as lines of JSON (`recordLineOf`). Most lines are ASCII and need
 * no decoding.
 */
export function parseRecordLines(bytes: Buffer): StoredRecord[] {
  const text = bytes.toString(isAscii(bytes) ? 'latin1' : 'utf8');
  const records: StoredRecord[] = [];
  for (let at = 0; at < text.length;) {
    const found = text.indexOf('\n', at);
    const end = found < 0 ? text.length : found;
    if (end > at) records.push(JSON.parse(text.slice(at, end)) as StoredRecord);
    at = end + 1;
  }
  return records;
}

const room = { least: 16_384, most: 4_194_304 };
/**
 * Reads the uncompressed length, which gzip writes at its end. With a buffer of that size, the
 * thread that decompresses need not wait for this thread between pieces. A wrong length costs only
 * memory or time.
 */
const sizeOf = (packed: Buffer): number =>
  Math.min(
    room.most,
    Math.max(room.least, packed.length < 4 ? 0 : packed.readUInt32LE(packed.length - 4) + 1),
  );
