// node bench/reads.mjs [DIR] [--plans]: measures enrolments, and reads that could become slower as
// the tables grow. It sends one read at a time. DIR is an installation that bench/fill.mjs filled;
// without DIR, the installation is small and temporary. --plans prints the plan that PostgreSQL
// used for each read. Run by hand, after npm run build.
import { createHash, randomBytes } from 'node:crypto';
import { parseArgs } from 'node:util';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, median, percentile } from './lib/figures.mjs';
import { fillDatabase, uuidSql } from './lib/history.mjs';
import { encryptAccountLinks } from './lib/seal-links.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { logQueryPlansDuring } from './lib/statement-plans.mjs';

const ROUNDS = 100;
const WARM = 20;
const ENROLMENTS = { rounds: 5, sessions: 200, seats: 10 };

/** @typedef {import('./lib/benchmark-product.mjs').Setting} Setting */
/** @typedef {{ what: string, path: string, token: string | undefined }} Read */

/**
 * Inserts a sign-in of the account, and returns its token.
 * @param {Setting} setting @param {string} account
 */
async function signIn({ db }, account) {
  const token = randomBytes(32).toString('base64url');
  await db.query(
    `INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
     VALUES (gen_random_uuid(), $1, $2, false, now() + interval '1 day')`,
    [account, createHash('sha256').update(token).digest()],
  );
  return token;
}

/**
 * Returns the reads to measure: some for the people and sessions with the most data and, for
 * comparison, some for ordinary people and sessions (bench/lib/history.mjs).
 * @param {Setting} setting
 */
async function readsOn(setting) {
  /**
   * Returns the first row of a query, as strings.
   * @param {string} sql @returns {Promise<Record<string, string>>}
   */
  const one = async (sql) => (await setting.db.query(sql)).rows[0] ?? {};
  const oldest = await one(
    `SELECT owner_id AS id FROM research.study t WHERE title LIKE 'Past%' ORDER BY t.id LIMIT 1`,
  );
  const newest = await one(
    `SELECT owner_id AS id FROM research.study GROUP BY 1 ORDER BY max(created_at) DESC LIMIT 1`,
  );
  const few = await one(
    `SELECT owner_id AS id FROM research.study t WHERE title LIKE 'Past%' ORDER BY t.id DESC LIMIT 1`,
  );
  const busiest = await one(`SELECT ${uuidSql(`'account1'`)} AS id`);
  const recruiting = await one(`SELECT study_id AS id FROM research.session
    WHERE state = 'active' AND audience = 'catalogue' ORDER BY id LIMIT 1`);
  const usual = await one(`SELECT id FROM identity.account WHERE email = 'past-77@people.test'`);
  const roster = (/** @type {string} */ level, /** @type {string} */ order) =>
    one(`SELECT s.id, st.owner_id FROM research.session s JOIN research.study st ON st.id = s.study_id
      WHERE s.privacy_level = '${level}' AND s.state = 'closed' ORDER BY ${order} LIMIT 1`);
  const [large, small] = [
    await roster('roster_on_start', 'completed DESC'),
    await roster('roster_on_completion', 'completed, s.id'),
  ];
  /**
   * Describes a GET request for one path. With `account`, signs this account in, and the request
   * carries its token.
   * @param {string} what @param {string} path @param {string} [account] @returns {Promise<Read>}
   */
  const read = async (what, path, account) => ({
    what,
    path,
    token: account && (await signIn(setting, account)),
  });
  return [
    await read('catalogue', '/api/studies/'),
    await read('study page', `/api/studies/${recruiting.id}/`),
    await read('study page, signed in', `/api/studies/${recruiting.id}/`, usual.id),
    await read('catalogue, a text of few', '/api/studies/?text=study%20777'),
    await read('catalogue, a text of past studies', '/api/studies/?text=Past%20study%207'),
    await read('own participations, about 10', '/api/participations/', usual.id),
    await read('own participations, 300', '/api/participations/', busiest.id),
    await read('dashboard, 400 oldest sessions', '/api/sessions/', oldest.id),
    await read('dashboard, 1,000 newest sessions', '/api/sessions/', newest.id),
    await read('dashboard, 20 sessions', '/api/sessions/', few.id),
    await read('own studies, 200 oldest', '/api/studies/?scope=mine', oldest.id),
    await read('own studies, 10', '/api/studies/?scope=mine', few.id),
    await read('roster, 100 people', `/api/sessions/${small.id}/roster/`, small.owner_id),
    await read('roster, 5,000 people', `/api/sessions/${large.id}/roster/`, large.owner_id),
  ];
}

/**
 * Measures the time and the processor time of one read.
 * @param {Setting} setting @param {LoadDriver} driver @param {Read} read
 */
async function measure(setting, driver, { path, token }) {
  const ask = (/** @type {number} */ times) =>
    driver.run(Array(times).fill(serializeRequest('GET', path, { token })), { keep: true });
  await ask(WARM);
  const before = setting.cpu();
  const { latencies, statuses, bodies } = await ask(ROUNDS);
  const after = setting.cpu();
  if (statuses[200] !== ROUNDS) throw new Error(`${path}: ${JSON.stringify(statuses)}`);
  const postgres = (after.postgres - before.postgres) / ROUNDS;
  return [
    percentile(latencies, 0.5).toFixed(1),
    percentile(latencies, 0.99).toFixed(1),
    // PostgreSQL's time is the sum over its running processes. If a process ends during the
    // measurement, its time is missing from the sum, and the difference can be negative.
    postgres < 0 ? '–' : postgres.toFixed(2),
    `${((bodies[0]?.length ?? 0) / 1000).toFixed(1)} kB`,
  ];
}

/**
 * Measures how 2,000 people enrol in 200 new sessions of 10 seats, 64 at a time.
 * @param {Setting} setting
 */
async function enrolments(setting) {
  const { rounds, sessions: count, seats } = ENROLMENTS;
  const people = await makePeople(setting.db, count * seats);
  const [owner] = await makePeople(setting.db, 1, { researcher: true });
  const driver = new LoadDriver(setting.port);
  const figures = [];
  for (let round = -1; round < rounds; round++) {
    const sessions = await makeRecruitingStudies(setting.db, owner?.id ?? '', count, seats);
    const requests = people.map(({ token }, i) => {
      const { session_id, consent } = sessions[i % count] ?? { session_id: '', consent: {} };
      return serializeRequest('POST', `/api/sessions/${session_id}/participations/`, {
        token,
        body: { consent },
      });
    });
    const before = setting.cpu();
    const { ms, statuses } = await driver.run(requests);
    const after = setting.cpu();
    // Closes the new sessions, so that the catalogue of the next run has as many studies as now.
    await setting.db.query(
      `UPDATE research.session SET state = 'closed', closed_at = now() WHERE id = ANY($1::uuid[])`,
      [sessions.map(({ session_id }) => session_id)],
    );
    if (statuses[201] !== people.length) throw new Error(JSON.stringify(statuses));
    // PostgreSQL's time is the sum over its running processes. If the sum has not grown, a process
    // ended during the round and its time is missing. Such a round does not count.
    if (round >= 0 && after.postgres > before.postgres)
      figures.push({
        perSecond: (people.length / ms) * 1000,
        postgres: ((after.postgres - before.postgres) / people.length) * 1000,
      });
  }
  driver.close();
  return (
    `enrolments: ${median(figures.map((f) => f.perSecond)).toFixed(0)} a second, ` +
    `${median(figures.map((f) => f.postgres)).toFixed(0)} µs of PostgreSQL each ` +
    `(${Math.min(...figures.map((f) => f.postgres)).toFixed(0)} to ${Math.max(...figures.map((f) => f.postgres)).toFixed(0)})`
  );
}

/**
 * Prints the statements of each read that took over a tenth of a millisecond, with their plans from
 * PostgreSQL's log.
 * @param {Setting} setting @param {LoadDriver} driver @param {Read[]} reads
 */
const printPlans = (setting, driver, reads) =>
  logQueryPlansDuring(setting, { minDuration: '0.1ms' }, async (logged) => {
    for (const { what, path, token } of reads) {
      const bytes = serializeRequest('GET', path, { token });
      // Repeats the request first: PostgreSQL chooses the lasting plan of a named statement when a
      // connection runs it for the sixth time.
      await driver.run(Array(80).fill(bytes));
      console.log(`\n=== ${what}\n${await logged(() => driver.run([bytes]))}`);
    }
  });

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { plans: { type: 'boolean', default: false } },
});
const setting = await startBenchmarkProduct({ dir: positionals[0] });
try {
  if (!positionals[0]) await fillDatabase(setting.db, 30_000);
  await encryptAccountLinks(setting.env);
  const reads = await readsOn(setting);
  const driver = new LoadDriver(setting.port, 1);
  const { rows } = await setting.db.query(
    `SELECT reltuples::bigint AS n FROM pg_class WHERE oid = 'research.participation'::regclass`,
  );
  console.log(`${rows[0].n} participations; load ${systemLoad()}`);
  console.log('| read | p50 ms | p99 ms | PostgreSQL ms | answer |\n|---|---|---|---|---|');
  for (const read of reads)
    console.log(`| ${[read.what, ...(await measure(setting, driver, read))].join(' | ')} |`);
  if (values.plans) await printPlans(setting, driver, reads);
  else console.log(await enrolments(setting));
  console.log(`load ${systemLoad()}`);
  driver.close();
} finally {
  await setting.stop();
}
