// npm run demo:rush: simulated participants enrol in a session of the running demo, slowly enough
// that a person can watch the number of free seats fall. COUNT=300 sets their number, SECONDS=40
// the duration. Their accounts are named "Simulated", and stay in the demo's database.
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { ensureInstalled } from './lib/install.mjs';
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from './lib/product.mjs';
import { runningDatabase, runningUrl } from './lib/services/running.mjs';
import { dataDir } from './lib/processes/state.mjs';

/**
 * Reads a number from an environment variable, with a default and an upper limit.
 * @param {string} name @param {number} standard @param {number} most
 */
function option(name, standard, most) {
  const value = Number(process.env[name] || standard);
  if (!Number.isInteger(value) || value < 1 || value > most)
    throw new Error(`${name} is "${process.env[name]}", but must be a number from 1 to ${most}.`);
  return value;
}

/** Returns the URL of the running product, and the owner's connection string of its database. */
function findProduct() {
  const dir = dataDir();
  const url = runningUrl(dir);
  if (!url)
    throw new Error('Commonlab does not run here: start it with npm start, then try again.');
  if (!process.env.DATABASE_URL)
    return { url, databaseUrl: runningDatabase(dir).MIGRATION_DATABASE_URL };
  if (process.env.DEMO !== 'force')
    throw new Error(
      'DATABASE_URL is set: simulated participants go only into a demo (DEMO=force).',
    );
  return { url, databaseUrl: process.env.MIGRATION_DATABASE_URL || process.env.DATABASE_URL };
}

/**
 * Inserts the simulated accounts and signs them in.
 * @param {string} url
 * @param {string} databaseUrl
 * @param {number} count
 * @returns {Promise<string[]>} their tokens
 */
async function makePeople(url, databaseUrl, count) {
  const { default: pg } = await import('pg');
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const demo = await db.query(
      'SELECT 1 FROM identity.account WHERE email = $1 AND is_researcher',
      [DEMO_ACCOUNTS.researcher],
    );
    if (!demo.rowCount) throw new Error(`${url} runs without the demo; nothing was changed.`);
    const people = Array.from({ length: count }, () => ({
      id: randomUUID(),
      token: randomBytes(32).toString('base64url'),
    }));
    const ids = people.map((p) => p.id);
    await db.query('BEGIN');
    await db.query(
      `INSERT INTO identity.account (id, email, first_name, last_name, is_researcher, status, language)
       SELECT id, 'simulated-' || id || '@demo.test', 'Simulated', 'Participant ' || n, false, 'ACTIVE', 'en'
       FROM unnest($1::uuid[]) WITH ORDINALITY AS p (id, n)`,
      [ids],
    );
    await db.query(
      `INSERT INTO identity.demographics (account_id, date_of_birth, education_level, updated_at)
       SELECT id, '1996-04-12', 'bachelor', now() FROM unnest($1::uuid[]) AS p (id)`,
      [ids],
    );
    await db.query(
      `INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
       SELECT gen_random_uuid(), account_id, hash, false, now() + interval '1 hour'
       FROM unnest($1::uuid[], $2::bytea[]) AS t (account_id, hash)`,
      [ids, people.map((p) => createHash('sha256').update(p.token).digest())],
    );
    await db.query('COMMIT');
    return people.map((p) => p.token);
  } finally {
    await db.end();
  }
}

/**
 * Returns a function that makes API calls as one person.
 * @param {string} url @param {string} authorization
 */
const caller =
  (url, authorization) =>
  async (
    /** @type {string} */ method,
    /** @type {string} */ path,
    /** @type {object | undefined} */ body = undefined,
  ) => {
    const answer = await fetch(url + path, {
      method,
      headers: { authorization, ...(body && { 'content-type': 'application/json' }) },
      body: body && JSON.stringify(body),
    });
    const text = await answer.text();
    return { status: answer.status, body: text ? JSON.parse(text) : {} };
  };
/** @typedef {ReturnType<typeof caller>} Call */

/**
 * Makes an API call that must succeed, and returns the body of the answer.
 * @param {Call} call @param {string} method @param {string} path @param {object} [body]
 */
async function must(call, method, path, body) {
  const answer = await call(method, path, body);
  if (answer.status >= 300)
    throw new Error(`${method} ${path}: ${answer.body.description ?? answer.status}`);
  return answer.body;
}

/**
 * Finds a session of the demo's researcher with enough free seats. If there is none, it launches a
 * session of one of the researcher's studies.
 * @param {Call} researcher
 * @param {number} count
 */
async function findSession(researcher, count) {
  const seats = Math.max(1, Math.round(count * 0.4));
  const { items } = await must(researcher, 'GET', '/api/sessions/?state=active&limit=100');
  const roomy = items.find(
    (/** @type {any} */ s) => s.spots_available >= seats && s.counts.waitlisted === 0,
  );
  if (roomy) return roomy;
  const { items: studies } = await must(researcher, 'GET', '/api/studies/?scope=mine');
  const study = studies.find((/** @type {any} */ s) => s.has_consent && s.state !== 'archived');
  if (!study) throw new Error('The demo researcher has no study with a consent form any more.');
  const made = await must(researcher, 'POST', `/api/studies/${study._id}/sessions/`, {
    capacity: seats,
  });
  return must(researcher, 'PUT', `/api/sessions/${made._id}/`, { state: 'active' });
}

const chance = (/** @type {number} */ p) => Math.random() < p;

/**
 * Plays one simulated participant, who enrols, waits for a seat if necessary, starts, and completes or withdraws.
 * @param {Call} call
 * @param {any} session
 * @param {{ _id: string, sha256: string }} consent
 * @param {(ms: number) => Promise<void>} pause pauses for about this time, within the remaining duration
 */
async function takePart(call, session, { _id, sha256 }, pause) {
  const path = `/api/sessions/${session._id}/participations/`;
  let mine = await call('POST', path, { consent: { _id, sha256 } });
  if (mine.body.code === 'session_full' && chance(0.4))
    mine = await call('POST', path, { consent: { _id, sha256 }, waitlist: true });
  if (mine.status >= 300) return;
  const move = (/** @type {string} */ action) =>
    call('PUT', `/api/participations/${mine.body._id}/`, { action });
  if (mine.body.state === 'waitlisted') {
    for (let looks = 0; looks < 3; looks++) {
      await pause(4_000);
      if ((await move('accept')).status === 200) break;
      if (looks === 2) return;
    }
  }
  await pause(3_000);
  if (chance(0.12)) return void (await move('withdraw'));
  if (!chance(0.85)) return;
  await move('start');
  await pause(6_000);
  if (chance(0.9)) await move('complete');
  else if (chance(0.5)) await move('withdraw');
}

/** @param {any} session */
function line({ counts, capacity, spots_available }) {
  const filled = Math.round((1 - spots_available / capacity) * 24);
  const facts = ['enrolled', 'started', 'completed', 'waitlisted', 'withdrawn'].map(
    (name) => `${name} ${String(counts[name]).padStart(3)}`,
  );
  return `  ${'█'.repeat(filled)}${'░'.repeat(24 - filled)}  ${facts.join('  ')}  free ${spots_available}`;
}

async function main() {
  const count = option('COUNT', 300, 5_000);
  const seconds = option('SECONDS', 40, 3_600);
  await ensureInstalled({ toRun: true });
  const { url, databaseUrl } = findProduct();
  const people = await makePeople(url, databaseUrl, count);
  const basic = caller(
    url,
    `Basic ${Buffer.from(`${DEMO_ACCOUNTS.researcher}:${DEMO_PASSWORD}`).toString('base64')}`,
  );
  const researcher = caller(
    url,
    `Bearer ${(await must(basic, 'GET', '/api/users/profile/')).token}`,
  );
  const session = await findSession(researcher, count);
  const consent = await must(
    researcher,
    'GET',
    `/api/studies/${session.study_id}/consent/?session=${session._id}`,
  );
  console.log(
    `${count} simulated participants want ${session.spots_available} seats of “${session.study_title}” within ${seconds} s.`,
  );
  console.log(
    `Watch it as ${DEMO_ACCOUNTS.researcher} (password ${DEMO_PASSWORD}): ${url}/sessions/dashboard\n`,
  );

  const stop = new AbortController();
  setMaxListeners(0, stop.signal); // All the pauses listen to this one signal.
  process.once('SIGINT', () => stop.abort());
  const ends = Date.now() + seconds * 1000;
  const rest = (/** @type {number} */ ms) => sleep(ms, undefined, { signal: stop.signal });
  // All participants arrive within the first two thirds of the duration, so that what they do afterwards fits into the
  // rest.
  const evenings = people.map(async (token, i) => {
    await rest(((i + Math.random()) / count) * seconds * 667);
    await takePart(caller(url, `Bearer ${token}`), session, consent, (ms) =>
      rest(Math.max(0, Math.min(ms * (0.5 + Math.random()), (ends - Date.now()) * Math.random()))),
    );
  });
  const all = Promise.allSettled(evenings);
  const now = () => must(researcher, 'GET', `/api/sessions/${session._id}/`);
  for (let over = false; !over;) {
    over = await Promise.race([
      all.then(() => true),
      rest(2_000).then(
        () => false,
        () => true,
      ),
    ]);
    if (!over) console.log(line(await now()));
  }
  const failed = (await all).find(
    (one) => one.status === 'rejected' && one.reason?.name !== 'AbortError',
  );
  console.log(`${line(await now())}\n${stop.signal.aborted ? 'Stopped.' : 'Done.'}`);
  if (failed?.status === 'rejected') throw failed.reason;
}

main().catch((error) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 1;
});
