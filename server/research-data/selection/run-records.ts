import { setImmediate as turn } from 'node:timers/promises';
import type { Readable } from 'node:stream';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Storage } from '../../platform/storage/storage';
import {
  recordsOfRehearsalRuns,
  recordsOfRuns,
  type StoredRunReader,
} from '../../runtime/study-data/runs-of-study.read';
import { parseRecordLines } from '../../runtime/record-log/stored-records.read';
import type { RunRecord } from './run-rows.rule';
import type { ImportedRecordsRange } from '../imported-data/imported-runs.read';
import type { SelectedRun } from './selected-runs';

/** The database snapshot and the file storage from which records of runs are read. */
export interface RecordSource {
  readonly snapshot: Snapshot;
  readonly files: Pick<Storage, 'bytes'>;
}

/**
 * Thrown for bytes that cannot be parsed as records: the export leaves this run out and continues.
 */
export class DamagedRecordsError extends Error {}

/** Reads the records of a run. @throws DamagedRecordsError */
export type RecordsReader = () => Promise<RunRecord[]>;

/**
 * The limits for runs that are fetched together: how many runs, and how many bytes of data in
 * total. A run with more bytes is fetched alone.
 */
const together = { runs: 50, bytes: 1_000_000 };
/**
 * A run up to this many bytes is decompressed while the caller uses the previous run. A larger run
 * is decompressed later, so that two large runs are never in memory together.
 */
const unpackedAhead = 4_000_000;

/**
 * Opens the records of several runs, which may also be imported or simulated. The records of each
 * run are in the order of their numbers.
 */
async function openedOf(
  source: RecordSource,
  runs: readonly SelectedRun[],
): Promise<RecordsReader[]> {
  const { snapshot, files } = source;
  const idsOf = (of: (run: SelectedRun) => boolean) => runs.filter(of).map(({ id }) => id);
  const own = idsOf((run) => !run.imported && !run.isSimulated);
  const simulated = idsOf(({ isSimulated }) => isSimulated === true);
  const stored = own.length > 0 ? await recordsOfRuns(snapshot, own) : undefined;
  const rehearsed =
    simulated.length > 0 ? await recordsOfRehearsalRuns(snapshot, simulated) : undefined;
  return runs.map((run) => {
    const place = run.imported;
    if (place) return opened(run, () => unpackedImported(files, place));
    return opened(run, stored?.get(run.id) ?? rehearsed?.get(run.id) ?? nothing);
  });
}
const nothing: StoredRunReader = () => Promise.resolve(() => []);

function opened({ id, bytes }: SelectedRun, unpack: StoredRunReader): RecordsReader {
  const begun = bytes > unpackedAhead ? undefined : unpack();
  begun?.catch(() => undefined);
  return async () => {
    try {
      const read = await (begun ?? unpack());
      return read();
    } catch (cause) {
      throw new DamagedRecordsError(`run ${id}`, { cause });
    }
  };
}

/** @throws DamagedRecordsError */
export async function readRecordsOfRun(
  source: RecordSource,
  run: SelectedRun,
): Promise<RunRecord[]> {
  const [records] = await openedOf(source, [run]);
  return records ? records() : [];
}

/**
 * Yields runs with their records. While the caller uses the records of some runs, it already
 * fetches the records of the next runs.
 */
export async function* prefetchRecords<Of>(
  source: RecordSource,
  all: readonly Of[],
  runOf: (one: Of) => SelectedRun,
): AsyncGenerator<{ of: Of; records: RecordsReader }> {
  const groups = groupsOf(all, (one) => runOf(one).bytes);
  const begin = (group: readonly Of[] | undefined) => {
    const begun = group && openedOf(source, group.map(runOf));
    begun?.catch(() => undefined);
    return begun;
  };
  let next = begin(groups[0]);
  for (const [i, group] of groups.entries()) {
    const records = (await next) ?? [];
    next = begin(groups[i + 1]);
    for (const [n, of] of group.entries()) {
      const ofRun = records[n];
      if (ofRun) yield { of, records: ofRun };
    }
    // Lets the event loop run, so that the records of the next runs, which were requested above,
    // can arrive and be unpacked.
    await turn();
  }
}

function groupsOf<Of>(all: readonly Of[], bytesOf: (one: Of) => number): Of[][] {
  const groups: Of[][] = [];
  let room = 0;
  for (const one of all) {
    const last = groups.at(-1);
    room -= bytesOf(one);
    if (last && room >= 0 && last.length < together.runs) last.push(one);
    else {
      groups.push([one]);
      room = together.bytes - bytesOf(one);
    }
  }
  return groups;
}

async function unpackedImported(
  files: RecordSource['files'],
  { sha256, first_byte, bytes }: ImportedRecordsRange,
): Promise<() => RunRecord[]> {
  if (bytes === 0) return () => [];
  const stream = await files.bytes(sha256, first_byte, first_byte + bytes - 1);
  if (!stream) throw new Error('the file is gone');
  const lines = await bytesOf(stream);
  return () => parseRecordLines(lines);
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
