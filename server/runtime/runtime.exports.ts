import { ownParticipationIdPages } from '../enrolment/personal-data.read';
import type { ExportFile, ExportedUserFile } from '../platform/context/context';
import { unwrapRows, type PagedRows, type Snapshot } from '../platform/db/snapshot';
import type { Secrets } from '../platform/security/secrets';
import { toPortableFileName } from './run-files/file-name.rule';
import { filesOfRuns, readPiecesOfFile } from './run-files/files-of-run.read';
import type { FileOfRun } from './run-files/run-files.read';
import { decodeRecordFrames } from './record-format/frames.rule';
import { readSealedLog, type NumberedRecordFrame } from './record-log/stored-records.read';
import { runtimeTexts } from './runtime-texts';

type Pages = PagedRows['pages'];

async function* runRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  for await (const ids of ownParticipationIdPages(snapshot, accountId, secrets))
    yield* unwrapRows(
      snapshot.pages<{ row: object }>(
        `SELECT to_jsonb(r) - 'writer' - 'head' - 'seed' - 'serving_key_hash' AS row FROM research.run r
         WHERE r.participation_id = ANY($1::uuid[]) ORDER BY r.participation_id, r.attempt`,
        [ids],
      ),
    );
}

/** Reads one run at a time, since each may have 20 MB of records. */
async function* recordRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  for await (const ids of ownParticipationIdPages(snapshot, accountId, secrets))
    for await (const runs of snapshot.pages<{ id: string }>(
      `SELECT id FROM research.run WHERE participation_id = ANY($1::uuid[])
       ORDER BY participation_id, attempt`,
      [ids],
    ))
      for (const { id } of runs) yield* recordsOf(snapshot, id);
}

async function* recordsOf(snapshot: Snapshot, runId: string): Pages {
  const rows = (records: readonly NumberedRecordFrame[]) =>
    records.map(({ seq, kind, data }) => ({ run_id: runId, seq, kind, data: data.toString() }));
  const [sealed] = await snapshot.query<{ lines: Buffer }>(
    `SELECT lines FROM research.run_log WHERE run_id = $1`,
    [runId],
  );
  if (sealed) yield rows(await readSealedLog(sealed.lines));
  for await (const chunks of snapshot.pages<{ first: number; frames: Buffer }>(
    `SELECT first, frames FROM research.run_chunk WHERE run_id = $1 ORDER BY first`,
    [runId],
  ))
    for (const { first, frames } of chunks)
      yield rows(decodeRecordFrames(frames).map((frame, n) => ({ ...frame, seq: first + n })));
}

/**
 * Returns the path of a file in the archive. The archive's list of files contains this path, too.
 */
const pathOf = ({ run_id, sha256, name }: FileOfRun) =>
  `runs/${run_id}/${sha256.slice(0, 8)}-${toPortableFileName(name)}`;

async function* runsOf(snapshot: Snapshot, accountId: string, secrets: Secrets) {
  for await (const ids of ownParticipationIdPages(snapshot, accountId, secrets))
    for await (const runs of snapshot.pages<{ id: string }>(
      `SELECT id FROM research.run WHERE participation_id = ANY($1::uuid[]) AND file_bytes > 0
       ORDER BY participation_id, attempt`,
      [ids],
    ))
      yield* runs;
}

async function* fileRows(snapshot: Snapshot, accountId: string, secrets: Secrets): Pages {
  for await (const { id } of runsOf(snapshot, accountId, secrets)) {
    const files = await filesOfRuns(snapshot, [id], 'commonlab_app');
    yield files.map((file) => ({ ...file, path: file.state === 'whole' ? pathOf(file) : null }));
  }
}

async function* ownFiles(
  snapshot: Snapshot,
  accountId: string,
  secrets: Secrets,
): AsyncGenerator<ExportedUserFile> {
  for await (const { id } of runsOf(snapshot, accountId, secrets))
    for (const file of await filesOfRuns(snapshot, [id], 'commonlab_app'))
      if (file.state === 'whole')
        yield { path: pathOf(file), content: readPiecesOfFile(snapshot, file, 'commonlab_app') };
}

export const runtimeExports: readonly ExportFile[] = [
  {
    name: 'runs',
    position: 75,
    explains: runtimeTexts.sentence('export.runs'),
    sections: [
      { name: 'runs', read: runRows },
      { name: 'records', read: recordRows },
      { name: 'files', read: fileRows },
    ],
    ownFiles,
  },
];
