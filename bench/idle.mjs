// node bench/idle.mjs [--quick] [--engine postgres|redis]: measures what an installation costs
// while it is not used. It starts the product as `npm start` does, with the demo, on PostgreSQL
// alone and then with Redis. It waits until the programs are idle and measures for two minutes
// (--quick: 30 s) the processor time of each program and the connections of PostgreSQL. The exit
// code is 1 if a limit is exceeded. Run after npm run build.
// IDLE_PROFILE=DIR also writes into DIR which statements PostgreSQL ran during the measurement. To
// see what the programs do: node --cpu-prof --cpu-prof-dir=DIR bench/idle.mjs
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { startProduct } from '../scripts/lib/product.mjs';
import { runStep } from '../scripts/lib/progress.mjs';
import { systemLoad, sum } from './lib/figures.mjs';
import { openDatabase } from './lib/population.mjs';
import { cpuTimeOf, postgresCpuTime } from './lib/processor-time.mjs';
import { printTable } from './lib/table.mjs';

/** @typedef {'postgres' | 'redis'} Engine */

/**
 * The limits of an idle installation. `ms`: how many milliseconds of processor time all programs
 * together may use per second. `connections`: how many connections PostgreSQL may have.
 */
const LIMITS = {
  postgres: { name: 'PostgreSQL alone', ms: 20, connections: 25 },
  redis: { name: 'with Redis', ms: 10, connections: 12 },
};
const LOOK_EVERY_MS = 5_000;
/**
 * How long to wait after the last event is processed, in milliseconds. By then every timeout of
 * about a minute has expired, such as the one that closes unused connections.
 */
const CALM_AFTER_MS = 150_000;

/** @param {import('pg').Client} db */
async function untilCalm(db) {
  for (let still = 0; still < 3; await sleep(1_000)) {
    const { rows } = await db.query(
      `SELECT (SELECT count(*) FROM platform.outbox WHERE relayed_at IS NULL)
         + (SELECT count(*) FROM bullmq.job WHERE state IN ('waiting', 'active')) AS n`,
    );
    still = Number(rows[0]?.n) === 0 ? still + 1 : 0;
  }
}

/**
 * Counts the connections of each program by its name, without the connection that runs this query.
 * @param {import('pg').Client} db
 * @returns {Promise<Map<string, number>>}
 */
async function connectionsOf(db) {
  const { rows } = await db.query(
    `SELECT coalesce(nullif(application_name, ''), 'queues') AS name, count(*)::int AS n FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND pid <> pg_backend_pid() GROUP BY 1 ORDER BY 1`,
  );
  return new Map(rows.map(({ name, n }) => [name, n]));
}

/**
 * Starts an installation on one engine, waits until it is idle, and measures it.
 * @param {Engine} engine @param {number} seconds
 * @param {{ calmMs?: number }} [options]
 */
async function measure(engine, seconds, { calmMs = CALM_AFTER_MS } = {}) {
  const product = await startProduct({
    engine: engine === 'postgres' ? 'postgres' : undefined,
    env: {
      ...Object.fromEntries(
        ['DATABASE_URL', 'MIGRATION_DATABASE_URL', 'REDIS_URL', 'SMTP_URL', 'SECRET_KEY'].map(
          (name) => [name, ''],
        ),
      ),
      PUBLIC_WEB_URL: '',
      PUBLIC_API_URL: '',
      DEMO: '1',
    },
  });
  try {
    if (product.services.engine !== engine)
      throw new Error('there is no redis-server or valkey-server on the PATH');
    const { postgres, redis } = product.services;
    if (!postgres) throw new Error('the embedded PostgreSQL is not running');
    const db = await openDatabase(postgres.ownerUrl());
    const {
      rows: [own],
    } = await db.query('SELECT pg_backend_pid() AS pid');
    await untilCalm(db);
    await sleep(calmMs);
    const log = join(postgres.data, '..', 'postgres.log');
    const written = () => readFileSync(log, 'utf8');
    const folder = process.env.IDLE_PROFILE;
    const before = folder ? written().length : 0;
    if (folder) {
      await db.query(`ALTER SYSTEM SET log_min_duration_statement = 0`);
      await db.query(`ALTER SYSTEM SET log_line_prefix = '%a|'`);
      await db.query(`ALTER SYSTEM SET log_connections = on`);
      await db.query('SELECT pg_reload_conf()');
    }

    const programs = {
      server: () => sum(product.servers.map((one) => cpuTimeOf(one.pid()))),
      workers: () => sum(product.workers.map((one) => cpuTimeOf(one.pid()))),
      PostgreSQL: () => postgresCpuTime(postgres.pid, own?.pid),
      ...(redis && { Redis: () => cpuTimeOf(redis.pid) }),
      // The launcher and the mail inbox run in the process of this measurement, so all processor
      // time of this process counts as the launcher's. The measurement adds little: it only sleeps,
      // and reads figures every five seconds.
      launcher: () => cpuTimeOf(process.pid),
    };
    const times = () => Object.entries(programs).map(([name, time]) => ({ name, time: time() }));
    const [began, first] = [performance.now(), times()];
    let most = await connectionsOf(db);
    const total = (/** @type {Map<string, number>} */ all) => sum([...all.values()]);
    while (performance.now() - began < seconds * 1_000) {
      await sleep(Math.min(LOOK_EVERY_MS, seconds * 1_000 - (performance.now() - began)));
      const now = await connectionsOf(db);
      if (total(now) > total(most)) most = now;
    }
    const [last, took] = [times(), performance.now() - began];
    const shares = last.map(({ name, time }, i) => ({
      name,
      ms: ((time - (first[i]?.time ?? 0)) / took) * 1_000,
    }));
    if (folder) writeFileSync(join(folder, `${engine}.log`), written().slice(before));
    await db.end();
    return { shares, ms: sum(shares.map(({ ms }) => ms)), most, connections: total(most) };
  } finally {
    await product.stop();
  }
}

/**
 * Measures what an idle installation costs, on Redis and on PostgreSQL.
 * @param {{ quick: boolean, engines?: readonly Engine[] }} options
 */
export async function idle({ quick, engines = ['postgres', 'redis'] }) {
  const seconds = quick ? 30 : 120;
  const lines = [];
  const notes = [];
  for (const engine of engines) {
    const limit = LIMITS[engine];
    const { shares, ms, most, connections } = await measure(engine, seconds);
    lines.push(
      {
        what: `idle, ${limit.name}: processor time a second`,
        measured: `${ms.toFixed(1)} ms`,
        beside: shares.map((one) => `${one.name} ${one.ms.toFixed(1)}`).join(', '),
        aim: `≤ ${limit.ms} ms`,
        held: ms <= limit.ms,
      },
      {
        what: `idle, ${limit.name}: connections of PostgreSQL`,
        measured: `${connections}`,
        beside: [...most].map(([name, n]) => `${name} ${n}`).join(', '),
        aim: `≤ ${limit.connections}`,
        held: connections <= limit.connections,
      },
    );
    notes.push(`idle, ${limit.name}: over ${seconds} s; load ${systemLoad()}`);
  }
  return { lines, notes };
}

async function main() {
  const { values } = parseArgs({
    options: { quick: { type: 'boolean', default: false }, engine: { type: 'string' } },
  });
  const engines = /** @type {Engine[]} */ (values.engine ? [values.engine] : ['postgres', 'redis']);
  const { lines, notes } = await runStep('measuring idle', () =>
    idle({ quick: values.quick, engines }),
  );
  console.log();
  printTable(lines);
  console.log(`\n${notes.join('\n')}`);
  process.exitCode = lines.every(({ held }) => held) ? 0 : 1;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
