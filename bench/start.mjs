import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, percentile, sum, summariseRounds } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { timeLimitLine, formatCores, formatMs, shareOfLimitLine } from './lib/table.mjs';

const PEOPLE = 500;
const WARM = 2;

/**
 * @typedef {{ starts: import('./lib/client.mjs').Drive, stranger: number[] }} Round stranger:
 * milliseconds of each of the stranger's requests meanwhile
 */

/**
 * Lets all participants press Start at the same time, each on its own connection. Meanwhile another
 * person reads their own profile repeatedly, until all participants have started.
 * @param {LoadDriver} driver
 * @param {LoadDriver} alone
 * @param {Buffer[]} starts
 * @param {Buffer} profile
 * @returns {Promise<Round>}
 */
async function pressed(driver, alone, starts, profile) {
  /** @type {number[]} */
  const stranger = [];
  const drive = { done: false };
  const all = driver.run(starts).finally(() => (drive.done = true));
  while (!drive.done) {
    const { latencies, statuses } = await alone.run([profile]);
    if (statuses[200] !== 1) throw new Error(`the stranger: ${JSON.stringify(statuses)}`);
    stranger.push(...latencies);
  }
  return { starts: await all, stranger };
}

/**
 * Reads how many people of a session have started, and how many state changes and events the tables
 * contain for it.
 * @param {import('pg').Client} db
 * @param {string} sessionId
 */
async function writtenIn(db, sessionId) {
  const { rows } = await db.query(
    `SELECT s.started, (SELECT count(*)::int FROM research.participation p
       WHERE p.session_id = s.id AND p.state = 'started' AND p.started_at IS NOT NULL) AS people,
     (SELECT count(*)::int FROM research.participation_move m
       JOIN research.participation p ON p.id = m.participation_id
       WHERE p.session_id = s.id AND m.to_state = 'started') AS moves,
     (SELECT count(*)::int FROM platform.outbox
       WHERE name = 'enrolment.participant-started' AND data->>'session_id' = s.id::text) AS events
     FROM research.session s WHERE s.id = $1`,
    [sessionId],
  );
  return rows[0];
}

/**
 * Measures how 500 people of one session press Start at the same time, on 500 connections, while an unrelated person
 * uses the site.
 * @param {{ quick: boolean }} options
 */
export async function start({ quick }) {
  const rounds = quick ? 5 : 15;
  const setting = await startBenchmarkProduct();
  const peer = await startReference('start', { databaseUrl: setting.serverUrl });
  try {
    const people = await makePeople(setting.db, PEOPLE);
    const [owner, stranger] = await makePeople(setting.db, 2, { researcher: true });
    const profile = serializeRequest('GET', '/api/users/profile/', { token: stranger?.token });
    const enrolling = new LoadDriver(setting.port);
    const drivers = {
      product: [new LoadDriver(setting.port, PEOPLE), new LoadDriver(setting.port, 1)],
      bare: [new LoadDriver(peer.port, PEOPLE), new LoadDriver(peer.port, 1)],
    };
    /** @type {{ product: Round[], bare: Round[] }} */
    const measured = { product: [], bare: [] };
    const cpu = { server: 0, postgres: 0 };
    for (let round = -WARM; round < rounds; round++) {
      for (const kind of /** @type {const} */ (['product', 'bare'])) {
        const [r] = await makeRecruitingStudies(setting.db, owner?.id ?? '', 1, PEOPLE);
        if (!r) throw new Error('no session');
        const { bodies } = await enrolling.run(
          people.map(({ token }) =>
            serializeRequest('POST', `/api/sessions/${r.session_id}/participations/`, {
              token,
              body: { consent: r.consent },
            }),
          ),
          { keep: true },
        );
        const starts = people.map(({ token }, i) =>
          serializeRequest('PUT', `/api/participations/${JSON.parse(`${bodies[i]}`)._id}/`, {
            token,
            body: { action: 'start' },
          }),
        );
        const [all, alone] = drivers[kind];
        if (!all || !alone) throw new Error('no driver');
        const before = setting.cpu();
        const result = await pressed(all, alone, starts, profile);
        const after = setting.cpu();
        const written = await writtenIn(setting.db, r.session_id);
        if (
          result.starts.statuses[200] !== PEOPLE ||
          Object.values(written).some((count) => count !== PEOPLE)
        )
          throw new Error(
            `${kind}: not everybody started once: ${JSON.stringify([result.starts.statuses, written])}`,
          );
        if (round < 0) continue;
        measured[kind].push(result);
        if (kind === 'bare') continue;
        cpu.server += after.server - before.server;
        cpu.postgres += after.postgres - before.postgres;
      }
    }
    for (const driver of [enrolling, ...Object.values(drivers).flat()]) driver.close();
    const [p, b] = [
      summariseRounds(measured.product.map(({ starts }) => starts)),
      summariseRounds(measured.bare.map(({ starts }) => starts)),
    ];
    const strangers = (/** @type {Round[]} */ all) => all.flatMap((r) => r.stranger);
    const [ours, theirs] = [strangers(measured.product), strangers(measured.bare)];
    const starts = sum(measured.product.map((r) => r.starts.latencies.length));
    return {
      lines: [
        shareOfLimitLine(
          `start: starts a second, ${PEOPLE} at once in one session`,
          p.perSecond,
          'bare Node, same statements, gathered alike',
          b.perSecond,
          0.6,
        ),
        {
          what: 'start: p99 of those who start',
          measured: formatMs(p.p99),
          beside: `p50 ${formatMs(p.p50)}; bare p50 ${formatMs(b.p50)}, p99 ${formatMs(b.p99)}`,
        },
        timeLimitLine(
          `start: a stranger meanwhile, p99 of ${ours.length}`,
          percentile(ours, 0.99),
          50,
          `p50 ${formatMs(percentile(ours, 0.5))}; bare p50 ${formatMs(percentile(theirs, 0.5))}, ` +
            `p99 ${formatMs(percentile(theirs, 0.99))}`,
        ),
      ],
      notes: [
        `start: CPU in cores: server ${formatCores(cpu.server / p.ms)}, PostgreSQL ${formatCores(cpu.postgres / p.ms)}, ` +
          `driver ${formatCores(p.driver)}; server ${((cpu.server / starts) * 1000).toFixed(0)} µs ` +
          `and PostgreSQL ${((cpu.postgres / starts) * 1000).toFixed(0)} µs a start; load ${systemLoad()}`,
      ],
    };
  } finally {
    peer.stop();
    await setting.stop();
  }
}
