import { randomBytes } from 'node:crypto';
import type { RunningApp } from '../../support/app/launch-app';
import type { Recruiting } from '../../support/people/recruiting';
import {
  finishOf,
  runningOf,
  sentOf,
  sha256Of,
  trials,
  type RecordContent,
  type Taking,
} from '../runtime/running';
import { filesOf } from '../runtime/sending-files';
import { exportingOf } from './exporting';

/** Bytes that begin like a file of a browser's recorder. */
export const webm = (bytes: number) =>
  Buffer.concat([Buffer.from('1a45dfa3', 'hex'), randomBytes(bytes)]);
export const hashOf = (bytes: Buffer) => sha256Of(bytes).toString('hex');
export const announcing = (bytes: Buffer, name: string, type = 'audio/webm'): RecordContent => ({
  kind: 'file',
  data: JSON.stringify({ name, type, bytes: bytes.length, sha256: hashOf(bytes) }),
});

const piece = 900_000;

/** Makes a participant whose run made these files, completed on request. */
export async function recorded(
  run: RunningApp,
  r: Recruiting,
  files: readonly (readonly [Buffer, string, string?])[],
  end: 'finished' | 'completed' = 'finished',
): Promise<Taking> {
  const { tookPart, running } = exportingOf(run);
  const made = [...trials(1), ...files.map(([bytes, name, type]) => announcing(bytes, name, type))];
  const t = await tookPart(r, made, 'open');
  for (const [bytes] of files)
    for (let at = 0; at < bytes.length; at += piece)
      expect(
        await filesOf(run).patch(t, hashOf(bytes), at, bytes.subarray(at, at + piece)),
      ).toMatchObject({ status: 200 });
  const last = sentOf([finishOf(made.map(({ data }) => data))], made.length + 1);
  expect(await runningOf(run).send(t, last)).toMatchObject({ status: 200 });
  if (end === 'completed')
    expect(await running.move(t.id, t.person, 'complete')).toMatchObject({ status: 200 });
  return t;
}
