import { createHash, randomUUID } from 'node:crypto';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, sum, summariseRounds } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import {
  timeLimitLine,
  formatCores,
  formatMs,
  formatPerSecond,
  shareOfLimitLine,
} from './lib/table.mjs';
import { makeTrial } from './lib/trial.mjs';

const RUNS = 2_000;
const SESSIONS = 20;
const RECORDS = 10;
const BYTES = 600;
const WARM = 2;
const WRITER = 'a'.repeat(32);

/**
 * @typedef {{ id: string, participation: string, token: string, stored: number }} Run
 * @typedef {import('./lib/client.mjs').Drive} Drive
 */

/** @param {Run} run */
function batch(run) {
  const trials = Array.from({ length: RECORDS }, (_, n) => {
    const seq = run.stored + n + 1;
    const data = makeTrial(seq, BYTES);
    return { seq, data, sha256: createHash('sha256').update(data).digest('hex') };
  });
  run.stored += RECORDS;
  return serializeRequest('POST', `/api/participations/${run.participation}/trials/`, {
    token: run.token,
    body: { run_id: run.id, writer: WRITER, trials },
  });
}

/**
 * Makes people who each have a seat and a run.
 * @param {import('./lib/benchmark-product.mjs').Setting} setting @param {LoadDriver} driver
 * @returns {Promise<Run[]>}
 */
async function makeRuns({ db }, driver) {
  const people = await makePeople(db, RUNS);
  const [owner] = await makePeople(db, 1, { researcher: true });
  const sessions = await makeRecruitingStudies(db, owner?.id ?? '', SESSIONS, RUNS / SESSIONS);
  const { bodies } = await driver.run(
    people.map(({ token }, i) => {
      const { session_id, consent } = sessions[i % SESSIONS] ?? { session_id: '', consent: {} };
      return serializeRequest('POST', `/api/sessions/${session_id}/participations/`, {
        token,
        body: { consent },
      });
    }),
    { keep: true },
  );
  const seats = bodies.map((body) => JSON.parse(body.toString()));
  const runs = seats.map(({ _id }, i) => ({
    id: randomUUID(),
    participation: String(_id),
    token: people[i]?.token ?? '',
    stored: 0,
  }));
  await db.query(
    `INSERT INTO research.run (id, participation_id, session_id, attempt, writer, seed, environment, day, last_day)
     SELECT id, participation, session, 1, $4::uuid, sha256(''), '{}', current_date, current_date
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[]) AS r (id, participation, session)`,
    [
      runs.map(({ id }) => id),
      runs.map(({ participation }) => participation),
      seats.map(({ session_id }) => session_id),
      WRITER,
    ],
  );
  return runs;
}

/**
 * Inserts stored trials of other participants, in chunks like those of the product.
 * @param {import('pg').Client} db @param {number} trials
 */
async function fill(db, trials) {
  await db.query(
    `INSERT INTO research.run_chunk (run_id, first, last, frames)
     SELECT ('ffffffff-0000-4000-8000-' || lpad(to_hex(n / 20), 12, '0'))::uuid, n % 20 * $2 + 1,
       (n % 20 + 1) * $2, convert_to(repeat(md5(n::text), $3), 'UTF8')
     FROM generate_series(1, $1::int) AS n`,
    [trials / RECORDS, RECORDS, Math.round((RECORDS * (BYTES + 5)) / 32)],
  );
  await db.query('CHECKPOINT');
}

/**
 * Measures 2,000 participants who send batches of ten trials, 64 batches at a time, first with few
 * stored trials and then with a million.
 * @param {{ quick: boolean }} options
 */
export async function trials({ quick }) {
  const rounds = quick ? 4 : 10;
  const setting = await startBenchmarkProduct();
  const peer = await startReference('trials', { databaseUrl: setting.serverUrl });
  const product = new LoadDriver(setting.port);
  const bare = new LoadDriver(peer.port);
  try {
    const runs = await makeRuns(setting, product);
    /** @param {LoadDriver} driver */
    const round = async (driver) => {
      const requests = runs.map(batch);
      const before = setting.cpu();
      const drive = await driver.run(requests);
      const after = setting.cpu();
      if (drive.statuses[200] !== RUNS)
        throw new Error(`not every batch was stored: ${JSON.stringify(drive.statuses)}`);
      return {
        drive,
        server: after.server - before.server,
        postgres: after.postgres - before.postgres,
      };
    };
    /** @param {number} warm */
    const measured = async (warm) => {
      const all = { product: /** @type {Drive[]} */ ([]), bare: /** @type {Drive[]} */ ([]) };
      const cpu = { server: 0, postgres: 0 };
      for (let n = -warm; n < rounds; n++) {
        const ours = await round(product);
        const theirs = await round(bare);
        if (n < 0) continue;
        all.product.push(ours.drive);
        all.bare.push(theirs.drive);
        cpu.server += ours.server;
        cpu.postgres += ours.postgres;
      }
      const micros = (/** @type {number} */ total) => (total / (rounds * RUNS)) * 1000;
      return {
        product: summariseRounds(all.product),
        bare: summariseRounds(all.bare),
        server: micros(cpu.server),
        postgres: micros(cpu.postgres),
        seconds: sum(all.product.map((one) => one.ms)),
        cpu,
      };
    };
    const few = await measured(WARM);
    const { rows } = await setting.db.query(
      `SELECT count(*)::int AS runs FROM research.run r WHERE r.stored_through = $1
       AND (SELECT sum(last - first + 1) FROM research.run_chunk c WHERE c.run_id = r.id) = $1`,
      [runs[0]?.stored],
    );
    if (rows[0].runs !== RUNS) throw new Error(`${rows[0].runs} runs have all of their records`);
    // The tables start with a thousand trials of other participants; the measured runs start with
    // none.
    await setting.db.query('TRUNCATE research.run_chunk');
    await fill(setting.db, 1_000);
    const before = await measured(1);
    await setting.db.query('TRUNCATE research.run_chunk');
    await fill(setting.db, quick ? 200_000 : 1_000_000);
    const many = await measured(1);
    const cost = (/** @type {typeof few} */ one) => one.server + one.postgres;
    const more = cost(many) / cost(before);
    const { product: p, bare: b } = few;
    return {
      lines: [
        {
          what: `trials: batches of ${RECORDS} × ${BYTES} B a second`,
          measured: formatPerSecond(p.perSecond),
          beside: `over ${RUNS.toLocaleString('en')} runs, 64 at a time`,
          aim: '≥ 2,000/s',
          held: p.perSecond >= 2_000,
        },
        shareOfLimitLine(
          'trials: beside the same statement alone',
          p.perSecond,
          'bare Node + pg',
          b.perSecond,
          0.6,
        ),
        timeLimitLine(
          'trials: p99',
          p.p99,
          60,
          `p50 ${formatMs(p.p50)}; bare p50 ${formatMs(b.p50)}, p99 ${formatMs(b.p99)}`,
        ),
        {
          what: `trials: CPU a batch beside ${quick ? '200,000' : '1,000,000'} stored trials`,
          measured: `${cost(many).toFixed(0)} µs`,
          beside: `beside 1,000: ${cost(before).toFixed(0)} µs`,
          share: more,
          aim: '± 10 %',
          held: Math.abs(more - 1) <= 0.1,
        },
      ],
      notes: [
        `trials: CPU in cores: server ${formatCores(few.cpu.server / few.seconds)}, ` +
          `PostgreSQL ${formatCores(few.cpu.postgres / few.seconds)}, driver ${formatCores(p.driver)}; ` +
          `server ${few.server.toFixed(0)} µs and PostgreSQL ${few.postgres.toFixed(0)} µs a batch; ` +
          `${formatPerSecond(many.product.perSecond)} and p99 ${formatMs(many.product.p99)} beside the many; load ${systemLoad()}`,
      ],
    };
  } finally {
    product.close();
    bare.close();
    peer.stop();
    await setting.stop();
  }
}
