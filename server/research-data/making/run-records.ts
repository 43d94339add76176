import type { Readable } from 'node:stream';
import type { StoredRecord } from '../../../contracts/runtime';
import type { Snapshot } from '../../platform/db/snapshot';
import type { Storage } from '../../platform/storage/storage';
import { recordsOfRehearsed, recordsOfRun } from '../../runtime/records/runs-of-study.read';
import type { RunRecord } from '../rows/run-rows.rule';
import type { ImportedPlace } from '../bundle/imported-runs.read';
import type { ChosenRun } from './chosen-runs';

/** Where the records of runs are read from. */
export interface RecordSource {
  readonly snapshot: Snapshot;
  readonly files: Pick<Storage, 'bytes'>;
}

/** Bytes that are no records: the run is left out, and the rest of the export is made. */
export class Damaged extends Error {}

/** The records of a run that are asked for. @throws Damaged */
export type Opened = () => Promise<RunRecord[]>;

/** Bytes of a run that is unpacked before it is its turn, so that no two large ones are in memory. */
const unpackedAhead = 2_000_000;

/** The records of a run in their order, of this installation or imported. */
async function opened(source: RecordSource, run: ChosenRun): Promise<Opened> {
  const { bytes, read } = run.imported
    ? await importedRecords(source.files, run.imported)
    : await ownRecords(source.snapshot, run);
  const records = () =>
    read().catch((cause: unknown) => {
      throw new Damaged(`run ${run.id}`, { cause });
    });
  if (bytes > unpackedAhead) return records;
  const begun = records();
  begun.catch(() => undefined);
  return () => begun;
}

/** @throws Damaged */
export const recordsOf = async (source: RecordSource, run: ChosenRun): Promise<RunRecord[]> =>
  (await opened(source, run))();

/** Runs with their records, of which the next ones are fetched while these are used. */
export async function* recordsAhead<Of>(
  source: RecordSource,
  all: readonly Of[],
  runOf: (one: Of) => ChosenRun,
): AsyncGenerator<{ of: Of; records: Opened }> {
  const begin = (one: Of | undefined) => {
    const next = one && opened(source, runOf(one));
    next?.catch(() => undefined);
    return next;
  };
  let next = begin(all[0]);
  for (const [i, of] of all.entries()) {
    const records = await next;
    next = begin(all[i + 1]);
    if (records) yield { of, records };
  }
}

const ownRecords = (snapshot: Snapshot, { id, isSimulated }: ChosenRun) =>
  (isSimulated ? recordsOfRehearsed : recordsOfRun)(snapshot, id);

async function importedRecords(files: RecordSource['files'], place: ImportedPlace) {
  const { sha256, first_byte, bytes } = place;
  const stream = bytes === 0 ? null : await files.bytes(sha256, first_byte, first_byte + bytes - 1);
  return {
    bytes,
    read: async () => {
      if (bytes > 0 && !stream) throw new Error('the file is gone');
      return stream ? linesOf(await textOf(stream)) : [];
    },
  };
}

async function textOf(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(part as Buffer);
  return Buffer.concat(parts).toString('utf8');
}
const linesOf = (text: string): RunRecord[] =>
  text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as StoredRecord);
