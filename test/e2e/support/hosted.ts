import { createHash, randomBytes } from 'node:crypto';
import { callApi, enrolByApi, newPerson, type Recruiting } from './api';

export interface Made {
  readonly kind: 'trial' | 'text' | 'event' | 'state' | 'finish';
  readonly data: string;
}
const sha256 = (...parts: (string | Buffer)[]) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** Somebody whose browser runs the study, as far as the server sees it. */
export async function newRun(study: Recruiting) {
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
  const send = async (...made: readonly Made[]) => {
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
  return { person, participation: _id, send, finish };
}
