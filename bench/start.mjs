import { Driver, request } from './lib/client.mjs';
import { load, percentile, sum, summarise } from './lib/figures.mjs';
import { startPeer } from './lib/peer.mjs';
import { makePeople, makeRecruiting } from './lib/population.mjs';
import { startSetting } from './lib/setting.mjs';
import { atMost, cores, ms, shareOf } from './lib/table.mjs';

const PEOPLE = 500;
const WARM = 2;

/**
 * @typedef {{ starts: import('./lib/client.mjs').Drive, stranger: number[] }} Round stranger:
 * milliseconds of each of the stranger's requests meanwhile
 */

/**
 * Lets all participants press Start at the same time, each on a connection of its own, while
 * another person reads their own profile repeatedly until all have started.
 * @param {Driver} driver
 * @param {Driver} alone
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
  const setting = await startSetting();
  const peer = await startPeer('start', { databaseUrl: setting.serverUrl });
  try {
    const people = await makePeople(setting.db, PEOPLE);
    const [owner, stranger] = await makePeople(setting.db, 2, { researcher: true });
    const profile = request('GET', '/api/users/profile/', { token: stranger?.token });
    const enrolling = new Driver(setting.port);
    const drivers = {
      product: [new Driver(setting.port, PEOPLE), new Driver(setting.port, 1)],
      bare: [new Driver(peer.port, PEOPLE), new Driver(peer.port, 1)],
    };
    /** @type {{ product: Round[], bare: Round[] }} */
    const measured = { product: [], bare: [] };
    const cpu = { server: 0, postgres: 0 };
    for (let round = -WARM; round < rounds; round++) {
      for (const kind of /** @type {const} */ (['product', 'bare'])) {
        const [r] = await makeRecruiting(setting.db, owner?.id ?? '', 1, PEOPLE);
        if (!r) throw new Error('no session');
        const { bodies } = await enrolling.run(
          people.map(({ token }) =>
            request('POST', `/api/sessions/${r.session_id}/participations/`, {
              token,
              body: { consent: r.consent },
            }),
          ),
          { keep: true },
        );
        const starts = people.map(({ token }, i) =>
          request('PUT', `/api/participations/${JSON.parse(`${bodies[i]}`)._id}/`, {
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
      summarise(measured.product.map(({ starts }) => starts)),
      summarise(measured.bare.map(({ starts }) => starts)),
    ];
    const strangers = (/** @type {Round[]} */ all) => all.flatMap((r) => r.stranger);
    const [ours, theirs] = [strangers(measured.product), strangers(measured.bare)];
    const starts = sum(measured.product.map((r) => r.starts.latencies.length));
    return {
      lines: [
        shareOf(
          `start: starts a second, ${PEOPLE} at once in one session`,
          p.perSecond,
          'bare Node, same statements, gathered alike',
          b.perSecond,
          0.6,
        ),
        {
          what: 'start: p99 of those who start',
          measured: ms(p.p99),
          beside: `p50 ${ms(p.p50)}; bare p50 ${ms(b.p50)}, p99 ${ms(b.p99)}`,
        },
        atMost(
          `start: a stranger meanwhile, p99 of ${ours.length}`,
          percentile(ours, 0.99),
          50,
          `p50 ${ms(percentile(ours, 0.5))}; bare p50 ${ms(percentile(theirs, 0.5))}, ` +
            `p99 ${ms(percentile(theirs, 0.99))}`,
        ),
      ],
      notes: [
        `start: CPU in cores: server ${cores(cpu.server / p.ms)}, PostgreSQL ${cores(cpu.postgres / p.ms)}, ` +
          `driver ${cores(p.driver)}; server ${((cpu.server / starts) * 1000).toFixed(0)} µs ` +
          `and PostgreSQL ${((cpu.postgres / starts) * 1000).toFixed(0)} µs a start; load ${load()}`,
      ],
    };
  } finally {
    peer.stop();
    await setting.stop();
  }
}
