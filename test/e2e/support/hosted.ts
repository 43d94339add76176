import { createHash, randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { callApi, enrolByApi, newPerson, type Person } from './api';
import { product } from './product';

/** A launched session of a study that runs here, made of one page. */
export async function recruitHosted(researcher: Person, title: string, privacy_level: string) {
  const call = <T = { _id: string }>(method: string, path: string, body: object) =>
    callApi<T>(method, path, { token: researcher.token, body });
  const study = await call<{ _id: string; version: number }>('POST', '/api/studies/', {
    title,
    description: 'You press a key for each word.',
    duration_minutes: 5,
    privacy_level,
  });
  const form = new FormData();
  const page = Buffer.from('<!doctype html><title>Words</title><p>Words</p>');
  const archive = new Uint8Array(zipSync({ 'index.html': page }));
  form.append('file', new Blob([archive], { type: 'application/zip' }), 'study.zip');
  const uploaded = await fetch(`${product().url}/api/studies/${study._id}/versions/`, {
    method: 'POST',
    headers: { authorization: `Bearer ${researcher.token}` },
    body: form,
  });
  if (uploaded.status !== 201) throw new Error(`${uploaded.status} ${await uploaded.text()}`);
  const version = (await uploaded.json()) as { _id: string };
  await call('PUT', `/api/studies/${study._id}/`, {
    version: study.version,
    runtime: {
      kind: 'hosted',
      version_id: version._id,
      entry: 'index.html',
      resume: { mode: 'trial', hours: 24 },
      hosts: [],
      needs: [],
      expected_records: null,
      conditions: null,
    },
  });
  const consent = await call<{ _id: string; sha256: string }>(
    'PUT',
    `/api/studies/${study._id}/consent/`,
    { title: 'Consent form', body_markdown: 'You press keys.' },
  );
  const session = await call('POST', `/api/studies/${study._id}/sessions/`, { capacity: 50 });
  await call('PUT', `/api/sessions/${session._id}/`, { state: 'active' });
  return {
    study_id: study._id,
    session_id: session._id,
    link_key: null,
    title,
    consent: { _id: consent._id, sha256: consent.sha256 },
  };
}

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
export async function newRun(study: Awaited<ReturnType<typeof recruitHosted>>) {
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
  return { send, finish };
}
