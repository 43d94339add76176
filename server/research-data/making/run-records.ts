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

/** The records of a run in their order, of this installation or imported. @throws Damaged */
export async function recordsOf(source: RecordSource, run: ChosenRun): Promise<RunRecord[]> {
  const read = run.imported
    ? await importedRecords(source.files, run.imported)
    : await ownRecords(source.snapshot, run);
  return read().catch((cause: unknown) => {
    throw new Damaged(`run ${run.id}`, { cause });
  });
}

const ownRecords = (snapshot: Snapshot, { id, isSimulated }: ChosenRun) =>
  (isSimulated ? recordsOfRehearsed : recordsOfRun)(snapshot, id);

async function importedRecords(files: RecordSource['files'], place: ImportedPlace) {
  const { sha256, first_byte, bytes } = place;
  const stream = bytes === 0 ? null : await files.bytes(sha256, first_byte, first_byte + bytes - 1);
  return async () => {
    if (bytes > 0 && !stream) throw new Error('the file is gone');
    return stream ? linesOf(await textOf(stream)) : [];
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
