import { createRequire } from 'node:module';
import { programPath } from '../scripts/lib/paths.mjs';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, median, percentile, sum, summariseRounds } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies, readSeatCounts } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import {
  timeLimitLine,
  formatCores,
  formatMs,
  formatPerSecond,
  shareOfLimitLine,
} from './lib/table.mjs';
import { cpuTimeOf } from './lib/processor-time.mjs';

const PEOPLE = 500;
const SEATS = 50;
const WARM = 10;

/**
 * Creates the product's own seat allocator on a connection pool with the product's settings, so
 * that it can be measured without HTTP and tokens.
 * @param {string} databaseUrl
 */
async function bareAllocation(databaseUrl) {
  const require = createRequire(import.meta.url);
  require('reflect-metadata');
  const { SeatAllocator } = require(programPath('server/enrolment/seats/seat-allocator'));
  const { connect, databaseOptions } = require(programPath('server/platform/db/database'));
  const { SessionLanes } = require(programPath('server/enrolment/seats/session-lanes'));
  const { Clock } = require(programPath('server/platform/concurrency/clock'));
  const { OutboxNotifier } = require(programPath('server/platform/db/unit-of-work'));
  const { capabilities } = require(programPath('server/contexts'));
  const source = await connect(
    databaseOptions(databaseUrl, capabilities.entities, 'commonlab-bench'),
  );
  const { Secrets } = require(programPath('server/platform/security/secrets'));
  const { newLinkOf } = require(programPath('server/enrolment/links/participation-links'));
  const secrets = new Secrets({ secretKey: 'k'.repeat(43), secretKeysOld: [] }, capabilities);
  return {
    source,
    allocator: new SeatAllocator(
      source,
      new Clock(),
      new OutboxNotifier(source),
      new SessionLanes(),
    ),
    linkOf: (/** @type {string} */ accountId) => newLinkOf(secrets, accountId),
  };
}

/**
 * Allocates seats to all people, 64 at a time, and measures the time of each allocation.
 * @param {Awaited<ReturnType<typeof bareAllocation>>} bare
 * @param {import('./lib/population.mjs').Recruiting} r
 * @param {import('./lib/population.mjs').Person[]} people
 * @returns {Promise<import('./lib/client.mjs').Drive>}
 */
async function allocateAll({ allocator, linkOf }, r, people) {
  const applicants = people.map((p) => ({
    session_id: r.session_id,
    study_id: r.study_id,
    pseudonym: p.hash.slice(0, 32),
    // The product searches for a person's earlier participations under four pseudonyms. So the
    // measurement also searches for four pseudonyms; their values do not matter.
    pseudonyms: [0, 8, 16, 32].map((from) => p.hash.slice(from, from + 32)),
    account_id: p.id,
    link: linkOf(p.id),
    wants_waitlist: false,
    exclusive: true,
    consent: { id: r.consent._id, version: 1, sha256: r.consent.sha256 },
    start_within_minutes: 1440,
    study_title: 'Study',
    duration_minutes: 20,
    locale: 'en',
    request_id: 'bench',
  }));
  /** @type {number[]} */
  const latencies = [];
  const cpu = process.cpuUsage();
  const began = performance.now();
  let next = 0;
  await Promise.all(
    Array.from({ length: 64 }, async () => {
      for (let i = next++; i < applicants.length; i = next++) {
        const asked = performance.now();
        await allocator.allocate(applicants[i]).catch((/** @type {any} */ error) => {
          if (error.code !== 'session_full') throw error;
        });
        latencies[i] = performance.now() - asked;
      }
    }),
  );
  const elapsed = performance.now() - began;
  const { user, system } = process.cpuUsage(cpu);
  return { ms: elapsed, latencies, statuses: {}, cpuMs: (user + system) / 1000, bodies: [] };
}

/**
 * Measures how 500 people compete for the 50 seats of one session, 64 at a time.
 * @param {{ quick: boolean }} options
 */
export async function rush({ quick }) {
  const rounds = quick ? 5 : 20;
  const setting = await startBenchmarkProduct();
  const echo = await startReference('echo');
  const allocation = await bareAllocation(setting.serverUrl);
  try {
    const people = await makePeople(setting.db, PEOPLE);
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const sessions = await makeRecruitingStudies(
      setting.db,
      owner?.id ?? '',
      2 * (rounds + WARM),
      SEATS,
    );
    const product = new LoadDriver(setting.port);
    const bare = new LoadDriver(echo.port);
    /**
     * @type {{ product: import('./lib/client.mjs').Drive[], echo:
     * import('./lib/client.mjs').Drive[], database: import('./lib/client.mjs').Drive[] }}
     */
    const drives = { product: [], echo: [], database: [] };
    const cpu = { server: 0, postgres: 0, echo: 0 };
    const oversold = [];
    for (let round = -WARM; round < rounds; round++) {
      const [ours, theirs] = sessions.splice(0, 2);
      if (!ours || !theirs) throw new Error('too few sessions');
      const body = { consent: ours.consent };
      const enrolments = people.map(({ token }) =>
        serializeRequest('POST', `/api/sessions/${ours.session_id}/participations/`, {
          token,
          body,
        }),
      );
      const before = setting.cpu();
      const drive = await product.run(enrolments);
      const after = setting.cpu();
      const [seats] = await readSeatCounts(setting.db, [ours.session_id]);
      if (
        drive.statuses[201] !== SEATS ||
        drive.statuses[409] !== PEOPLE - SEATS ||
        seats?.taken !== SEATS ||
        seats.counted !== SEATS
      )
        oversold.push({ statuses: drive.statuses, seats });
      const beforeEcho = cpuTimeOf(echo.pid);
      const echoed = await bare.run(
        people.map(({ token }) => serializeRequest('POST', '/echo', { token, body })),
      );
      const afterEcho = cpuTimeOf(echo.pid);
      const allocated = await allocateAll(allocation, theirs, people);
      if (round < 0) continue;
      cpu.echo += afterEcho - beforeEcho;
      cpu.server += after.server - before.server;
      cpu.postgres += after.postgres - before.postgres;
      drives.product.push(drive);
      drives.echo.push(echoed);
      drives.database.push(allocated);
    }
    product.close();
    bare.close();
    if (oversold.length > 0) throw new Error(`not exactly ${SEATS}: ${JSON.stringify(oversold)}`);
    const [p, e, d] = [
      summariseRounds(drives.product),
      summariseRounds(drives.echo),
      summariseRounds(drives.database),
    ];
    const each = (/** @type {number} */ total) =>
      `${((total / (rounds * PEOPLE)) * 1000).toFixed(0)} µs`;
    const seconds = median(drives.product.map((r) => r.ms)) / 1000;
    return {
      lines: [
        {
          what: `rush: enrolled, of ${PEOPLE}, in each of ${rounds}`,
          measured: `${SEATS}`,
          beside: `${SEATS} seats, in the database`,
          aim: 'exactly',
          held: true,
        },
        shareOfLimitLine(
          'rush: answers a second',
          p.perSecond,
          'bare Fastify echo',
          e.perSecond,
          0.4,
        ),
        shareOfLimitLine(
          'rush: the same, without HTTP',
          p.perSecond,
          'allocator on PostgreSQL',
          d.perSecond,
        ),
        {
          what: 'rush: enrolments + refusals a second',
          measured: `${formatPerSecond(SEATS / seconds)} + ${formatPerSecond((PEOPLE - SEATS) / seconds)}`,
        },
        timeLimitLine(
          'rush: p99',
          p.p99,
          60,
          `p50 ${formatMs(p.p50)}; echo p50 ${formatMs(e.p50)}, p99 ${formatMs(e.p99)}; ` +
            `worst ${formatMs(Math.max(...drives.product.map((r) => percentile(r.latencies, 1))))}`,
        ),
      ],
      notes: [
        `rush: CPU in cores: server ${formatCores(cpu.server / p.ms)}, PostgreSQL ${formatCores(cpu.postgres / p.ms)}, ` +
          `driver ${formatCores(p.driver)}; with the echo: ` +
          `server ${formatCores(cpu.echo / e.ms)}, driver ${formatCores(e.driver)}; load ${systemLoad()}`,
        `rush: CPU an answer: server ${each(cpu.server)}, PostgreSQL ${each(cpu.postgres)}, ` +
          `echo ${each(cpu.echo)}; ${(sum(drives.product.map((r) => r.ms)) / rounds).toFixed(0)} ms a rush`,
      ],
    };
  } finally {
    echo.stop();
    await allocation.source.destroy();
    await setting.stop();
  }
}
