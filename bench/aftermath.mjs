import { setTimeout as sleep } from 'node:timers/promises';
import { findRedis } from '../scripts/lib/engines/redis.mjs';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, median, percentile } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies, readSeatCounts } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatMs, formatPerSecond } from './lib/table.mjs';
import { cpuTimeOf } from './lib/processor-time.mjs';

const WARM = 1;
/** How long to wait for the work that follows an enrolment, in milliseconds. */
const PATIENCE = 120_000;

/**
 * The loads of the measurements `spread` and `rush`: how many people enrol, in how many sessions,
 * and how many seats each session has.
 * @typedef {{ name: string, people: number, sessions: number, seats: number }} Shape
 * @type {Shape[]}
 */
const SHAPES = [
  { name: 'spread', people: 2_000, sessions: 200, seats: 10 },
  { name: 'rush', people: 500, sessions: 1, seats: 50 },
];
/** @typedef {'alone' | 'redis' | 'postgres'} Kind alone: without workers */
/**
 * The most processor time that PostgreSQL may spend on the work that follows an enrolment, as a
 * multiple of the time that it spends on the enrolment itself.
 */
const AIMS = { redis: 1, postgres: 2 };
const NAMES = { redis: 'queues on Redis', postgres: 'queues on PostgreSQL' };

/**
 * Starts the product with or without workers, and makes the people who enrol.
 * @param {Kind} kind @param {number} smtpPort
 */
async function startArm(kind, smtpPort) {
  const setting = await startBenchmarkProduct({
    engine: kind === 'redis' ? 'redis' : 'postgres',
    workers: kind === 'alone' ? 0 : 1,
    env: { SMTP_URL: `smtp://127.0.0.1:${smtpPort}` },
  });
  const { rows } = await setting.db.query('SELECT pg_backend_pid() AS pid');
  return {
    setting,
    driver: new LoadDriver(setting.port),
    people: await makePeople(setting.db, 2_000),
    owner: (await makePeople(setting.db, 1, { researcher: true }))[0]?.id ?? '',
    /**
     * The processor time of PostgreSQL without the connection that this measurement itself uses for
     * its queries.
     */
    cpu: () => setting.cpu().postgres - cpuTimeOf(rows[0].pid),
  };
}
/** @typedef {Awaited<ReturnType<typeof startArm>>} Arm */

/** @param {Arm} arm */
async function untilDone({ setting }) {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const { rows } = await setting.db.query(
      `SELECT count(*)::int AS undone FROM platform.outbox o
       CROSS JOIN (VALUES ('live'), ('mail')) AS c (name)
       WHERE o.name = 'enrolment.participant-enrolled' AND NOT EXISTS (
         SELECT 1 FROM platform.processed_event d WHERE d.event_id = o.id AND d.consumer = c.name)`,
    );
    if (rows[0].undone === 0) break;
    if (performance.now() > until) throw new Error(`${rows[0].undone} reactions are not done`);
    await sleep(100);
  }
  // Checks that each enrolment of this round caused one sent mail, and empties the tables of events
  // and mails for the next round.
  const { rows } = await setting.db.query(
    `SELECT count(*)::int AS events, (SELECT count(*)::int FROM platform.mail
       WHERE template = 'enrolled' AND state = 'sent') AS mails
     FROM platform.outbox WHERE name = 'enrolment.participant-enrolled'`,
  );
  await setting.db.query(
    'DELETE FROM platform.outbox; DELETE FROM platform.processed_event; DELETE FROM platform.mail',
  );
  return rows[0];
}

/**
 * Measures one round of enrolments. With workers, the round ends when the workers have processed
 * the events of all enrolments and sent all mails.
 * @param {Arm} arm @param {Kind} kind @param {Shape} shape
 */
async function round(arm, kind, { people: count, sessions: number, seats }) {
  const { setting, driver } = arm;
  const sessions = await makeRecruitingStudies(setting.db, arm.owner, number, seats);
  const requests = arm.people.slice(0, count).map(({ token }, i) => {
    const { session_id, consent } = sessions[i % number] ?? { session_id: '', consent: {} };
    return serializeRequest('POST', `/api/sessions/${session_id}/participations/`, {
      token,
      body: { consent },
    });
  });
  const enrolments = number * seats;
  const before = arm.cpu();
  const began = performance.now();
  const drive = await driver.run(requests);
  const driven = arm.cpu();
  const taken = await readSeatCounts(
    setting.db,
    sessions.map((s) => s.session_id),
  );
  if (drive.statuses[201] !== enrolments || taken.some((s) => s.counted !== seats))
    throw new Error(`${kind}: not every seat was given: ${JSON.stringify(drive.statuses)}`);
  if (kind === 'alone') await setting.db.query('DELETE FROM platform.outbox');
  else {
    const { events, mails } = await untilDone(arm);
    if (events !== enrolments || mails !== enrolments)
      throw new Error(`${kind}: ${mails} mails of ${events} events, ${enrolments} enrolments`);
  }
  return {
    perSecond: (count / drive.ms) * 1000,
    p99: percentile(drive.latencies, 0.99),
    drivenMicros: ((driven - before) / enrolments) * 1000,
    doneMicros: ((arm.cpu() - before) / enrolments) * 1000,
    doneMs: performance.now() - began,
  };
}

/**
 * Measures the work that follows an enrolment (relay, queues, mail and live message) and what it
 * costs PostgreSQL. The enrolment itself is measured for comparison in the same run, without
 * workers.
 * @param {{ quick: boolean }} options
 */
export async function aftermath({ quick }) {
  const rounds = quick ? 3 : 7;
  const smtp = await startReference('smtp');
  /** @type {Map<Kind, Arm>} */
  const arms = new Map();
  try {
    /** @type {Kind[]} */
    const kinds = ['alone', ...(findRedis() ? [/** @type {const} */ ('redis')] : []), 'postgres'];
    for (const kind of kinds) arms.set(kind, await startArm(kind, smtp.port));
    const lines = [];
    const notes = [];
    for (const shape of SHAPES) {
      /** @type {Map<Kind, Awaited<ReturnType<typeof round>>[]>} */
      const all = new Map(kinds.map((kind) => [kind, []]));
      for (let n = -WARM; n < rounds; n++)
        for (const [kind, arm] of arms) {
          const result = await round(arm, kind, shape);
          if (n >= 0) all.get(kind)?.push(result);
        }
      const of = (/** @type {Kind} */ kind) => {
        const results = all.get(kind) ?? [];
        const middle = (/** @type {keyof (typeof results)[0]} */ key) =>
          median(results.map((one) => one[key]));
        return {
          perSecond: middle('perSecond'),
          p99: middle('p99'),
          driven: middle('drivenMicros'),
          done: middle('doneMicros'),
          doneMs: middle('doneMs'),
        };
      };
      const alone = of('alone');
      notes.push(
        `aftermath, ${shape.name} without workers: ${formatPerSecond(alone.perSecond)}, p99 ${formatMs(alone.p99)}, ` +
          `PostgreSQL ${alone.done.toFixed(0)} µs an enrolment; load ${systemLoad()}`,
      );
      for (const kind of /** @type {const} */ (['redis', 'postgres'])) {
        if (!arms.has(kind)) continue;
        const f = of(kind);
        const follows = (f.done - alone.done) / alone.done;
        lines.push({
          what: `${shape.name} with workers, ${NAMES[kind]}: what follows costs PostgreSQL`,
          measured: `${follows.toFixed(2)} × the enrolment`,
          beside: `the enrolment ${alone.done.toFixed(0)} µs, with all that follows ${f.done.toFixed(0)} µs`,
          ...(shape.name === 'spread' && {
            aim: `≤ ${AIMS[kind]}`,
            held: follows <= AIMS[kind],
          }),
        });
        notes.push(
          `aftermath, ${shape.name}, ${NAMES[kind]}: ${formatPerSecond(f.perSecond)} meanwhile, p99 ${formatMs(f.p99)}, ` +
            `PostgreSQL ${f.driven.toFixed(0)} µs an enrolment while driven; all done after ${formatMs(f.doneMs)}`,
        );
      }
    }
    return { lines, notes };
  } finally {
    for (const { driver, setting } of arms.values()) {
      driver.close();
      await setting.stop();
    }
    smtp.stop();
  }
}
