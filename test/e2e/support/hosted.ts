import { createHash, randomBytes } from 'node:crypto';
import { callApi, enrolByApi, newPerson, type RecruitingStudy } from './api';
import { runningProduct } from './product';

export interface RecordContent {
  readonly kind: 'trial' | 'text' | 'event' | 'state' | 'file' | 'finish';
  readonly data: string;
}
const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Simulates the requests of a participant's browser that runs the study. */
export async function startSimulatedRun(study: RecruitingStudy) {
  const person = await newPerson();
  const { _id } = await enrolByApi(person, study);
  const writer = randomBytes(16).toString('hex');
  const call = <T>(path: string, body: object) =>
    callApi<T>('POST', `/api/participations/${_id}/${path}/`, { token: person.token, body });
  const run = await call<{ _id: string }>('runs', {
    writer,
    environment: { device: 'desktop', browser: 'firefox', isolated: true },
  });
  let [stored, head] = [0, Buffer.alloc(32)];
  const send = async (...made: readonly RecordContent[]) => {
    const trials = made.map(({ kind, data }, n) => ({
      seq: stored + n + 1,
      kind,
      data,
      sha256: sha256(data).toString('hex'),
    }));
    for (const { data } of made) head = sha256(head, sha256(data));
    await call('trials', { run_id: run._id, writer, trials });
    stored += made.length;
  };
  const finish = () =>
    send({ kind: 'finish', data: JSON.stringify({ count: stored, head: head.toString('hex') }) });
  /** Sends a recording that is small enough for one piece. */
  const sendFile = async (name: string, bytes: Buffer) => {
    const hash = sha256(bytes).toString('hex');
    const file = { name, type: 'audio/webm', bytes: bytes.length, sha256: hash };
    await send({ kind: 'file', data: JSON.stringify(file) });
    const path = `/api/participations/${_id}/recordings/${hash}/`;
    const answer = await fetch(`${runningProduct().url}${path}`, {
      method: 'PATCH',
      headers: {
        authorization: `Bearer ${person.token}`,
        'content-type': 'application/partial-upload',
        'upload-offset': '0',
      },
      body: new Uint8Array(bytes),
    });
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
  };
  return { person, participation: _id, send, sendFile, finish };
}
