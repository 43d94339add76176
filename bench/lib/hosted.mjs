import { createHash, randomBytes } from 'node:crypto';
import { zipSync } from 'fflate';
import { serializeRequest } from './client.mjs';

const sha256 = (/** @type {(string | Buffer)[]} */ ...parts) => {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/**
 * The page of a study for measurements without a browser. No browser runs its code. The code is
 * there because the server launches a study without a rehearsal only if its code stores a record
 * and ends the study.
 */
export const keyPressStudyPage = `<!doctype html><title>Keys</title>
<script>onkeydown = () => commonlab.record({ key: 1 }).then(() => commonlab.finish());</script>`;

/**
 * Makes and launches a study that runs on this server, with the API calls that a researcher's
 * browser makes.
 * @param {number} port
 * @param {string} token of a researcher
 * @param {Record<string, string | Uint8Array>} files by path, `index.html` the first page
 * @param {{ capacity: number, resume?: 'trial' | 'component' | 'none', level?: string }} options level: the privacy
 * level
 * @returns {Promise<import('./population.mjs').Recruiting>}
 */
export async function launchHostedStudy(
  port,
  token,
  files,
  { capacity, resume = 'trial', level = 'anonymous' },
) {
  const headers = { authorization: `Bearer ${token}` };
  /**
   * Makes an API call as the researcher, and returns the body of the answer.
   * @param {string} method @param {string} path @param {object | FormData} body
   */
  const call = async (method, path, body) => {
    const isForm = body instanceof FormData;
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      headers: isForm ? headers : { ...headers, 'content-type': 'application/json' },
      body: isForm ? body : JSON.stringify(body),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
    return JSON.parse(text);
  };
  const study = await call('POST', '/api/studies/', {
    title: 'A study that runs here',
    description: 'You press keys.',
    duration_minutes: 5,
    privacy_level: level,
  });
  const form = new FormData();
  const contents = Object.fromEntries(
    Object.entries(files).map(([path, file]) => [path, new Uint8Array(Buffer.from(file))]),
  );
  const archive = new Uint8Array(zipSync(contents));
  form.append('file', new Blob([archive], { type: 'application/zip' }), 'study.zip');
  const version = await call('POST', `/api/studies/${study._id}/versions/`, form);
  await call('PUT', `/api/studies/${study._id}/`, {
    version: study.version,
    runtime: {
      kind: 'hosted',
      version_id: version._id,
      entry: 'index.html',
      resume: { mode: resume, hours: 24 },
      hosts: [],
      needs: [],
      expected_records: null,
      conditions: null,
    },
  });
  const consent = await call('PUT', `/api/studies/${study._id}/consent/`, {
    title: 'Consent form',
    body_markdown: 'You press keys.',
  });
  const session = await call('POST', `/api/studies/${study._id}/sessions/`, { capacity });
  await call('PUT', `/api/sessions/${session._id}/`, { state: 'active' });
  return {
    study_id: study._id,
    session_id: session._id,
    consent: { _id: consent._id, sha256: consent.sha256 },
  };
}

/**
 * Gives each person a seat in the study.
 * @param {import('./client.mjs').LoadDriver} driver
 * @param {import('./population.mjs').Recruiting} study
 * @param {import('./population.mjs').Person[]} people
 * @returns {Promise<string[]>} their participations
 */
export async function enrolPeople(driver, { session_id, consent }, people) {
  const { bodies, statuses } = await driver.run(
    people.map(({ token }) =>
      serializeRequest('POST', `/api/sessions/${session_id}/participations/`, {
        token,
        body: { consent },
      }),
    ),
    { keep: true },
  );
  if (statuses[201] !== people.length) throw new Error(`seats: ${JSON.stringify(statuses)}`);
  return bodies.map((body) => JSON.parse(`${body}`)._id);
}

/**
 * The run of one participant: counts and hashes the stored records, and makes the requests that the
 * participant's page would send.
 */
export class RunClient {
  stored = 0;
  head = Buffer.alloc(32);
  id = '';

  /**
   * A run of one participation; `token` signs its participant in.
   * @param {string} participation @param {string} token
   */
  constructor(participation, token) {
    this.participation = participation;
    this.token = token;
    this.writer = randomBytes(16).toString('hex');
  }

  start() {
    return serializeRequest('POST', `/api/participations/${this.participation}/runs/`, {
      token: this.token,
      body: {
        writer: this.writer,
        environment: { device: 'desktop', browser: 'firefox', isolated: true },
      },
    });
  }

  /** Returns a request with further trials. @param {readonly string[]} data of trials */
  batch(data) {
    return this.#sent(data.map((one) => ({ kind: 'trial', data: one })));
  }

  /**
   * Returns a request with the last trials and the end record of the run.
   * @param {readonly string[]} data
   */
  last(data) {
    let head = this.head;
    for (const one of data) head = sha256(head, sha256(one));
    const finish = JSON.stringify({
      count: this.stored + data.length,
      head: head.toString('hex'),
    });
    return this.#sent([
      ...data.map((one) => ({ kind: 'trial', data: one })),
      { kind: 'finish', data: finish },
    ]);
  }

  complete() {
    return serializeRequest('PUT', `/api/participations/${this.participation}/`, {
      token: this.token,
      body: { action: 'complete' },
    });
  }

  /**
   * Returns a request with these records, and counts them as stored.
   * @param {{ kind: string, data: string }[]} records
   */
  #sent(records) {
    const trials = records.map(({ kind, data }, n) => {
      const hash = sha256(data);
      this.head = sha256(this.head, hash);
      return { seq: this.stored + n + 1, kind, data, sha256: hash.toString('hex') };
    });
    this.stored += records.length;
    return serializeRequest('POST', `/api/participations/${this.participation}/trials/`, {
      token: this.token,
      body: { run_id: this.id, writer: this.writer, trials },
    });
  }
}

/**
 * Enrols people in the study and starts a run for each of them.
 * @param {import('./client.mjs').LoadDriver} driver
 * @param {import('./population.mjs').Recruiting} study
 * @param {import('./population.mjs').Person[]} people
 */
export async function startRuns(driver, study, people) {
  const seats = await enrolPeople(driver, study, people);
  const runs = seats.map((seat, i) => new RunClient(seat, people[i]?.token ?? ''));
  const { bodies, statuses } = await driver.run(
    runs.map((run) => run.start()),
    { keep: true },
  );
  if (statuses[200] !== runs.length) throw new Error(`runs: ${JSON.stringify(statuses)}`);
  runs.forEach((run, i) => (run.id = JSON.parse(`${bodies[i]}`)._id));
  return runs;
}
