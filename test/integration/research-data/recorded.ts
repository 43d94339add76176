import { randomBytes } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import type { RecruitingStudy } from '../../support/people/recruiting';
import {
  finishRecordOf,
  runRequestsOf,
  recordsToSend,
  sha256Of,
  trialRecords,
  type RecordContent,
  type RunParticipation,
} from '../runtime/running';
import { runFileRequestsOf } from '../runtime/sending-files';
import { studyExportRequestsOf } from './exporting';

/** Makes bytes that begin like a file of a browser's recorder. */
export const webmBytes = (bytes: number) =>
  Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomBytes(bytes)]);
export const hashOf = (bytes: Buffer) => sha256Of(bytes).toString('hex');
export const fileRecordOf = (bytes: Buffer, name: string, type = 'audio/webm'): RecordContent => ({
  kind: 'file',
  data: JSON.stringify({ name, type, bytes: bytes.length, sha256: hashOf(bytes) }),
});

const piece = 900_000;

/** Makes a participant whose run made these files, and completes the run on request. */
export async function makeRunWithFiles(
  run: RunningApp,
  r: RecruitingStudy,
  files: readonly (readonly [Buffer, string, string?])[],
  end: 'finished' | 'completed' = 'finished',
): Promise<RunParticipation> {
  const { tookPart, running } = studyExportRequestsOf(run);
  const made = [
    ...trialRecords(1),
    ...files.map(([bytes, name, type]) => fileRecordOf(bytes, name, type)),
  ];
  const t = await tookPart(r, made, 'open');
  for (const [bytes] of files)
    for (let at = 0; at < bytes.length; at += piece)
      expect(
        await runFileRequestsOf(run).patch(t, hashOf(bytes), at, bytes.subarray(at, at + piece)),
      ).toMatchObject({ status: 200 });
  const last = recordsToSend([finishRecordOf(made.map(({ data }) => data))], made.length + 1);
  expect(await runRequestsOf(run).send(t, last)).toMatchObject({ status: 200 });
  if (end === 'completed')
    expect(await running.move(t.id, t.person, 'complete')).toMatchObject({ status: 200 });
  return t;
}
