import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, summariseRounds } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatCores, formatMs, shareOfLimitLine } from './lib/table.mjs';

const SEATS = 50;
const WAITING = 500;
const AT_ONCE = 200;
const WARM = 2;

/**
 * Returns `count` random elements of a list.
 * @template T @param {T[]} all @param {number} count @returns {T[]}
 */
const some = (all, count) =>
  all
    .map((one) => /** @type {const} */ ([Math.random(), one]))
    .sort(([a], [b]) => a - b)
    .slice(0, count)
    .map(([, one]) => one);

/**
 * Returns the counts of a session if they are wrong: if they differ from its participations, if
 * more seats are taken than exist, or if a participant waits although a seat is free.
 * @param {import('pg').Client} db @param {string} sessionId
 */
async function wrongIn(db, sessionId) {
  const { rows } = await db.query(
    `SELECT s.capacity, s.offered + s.enrolled + s.started + s.completed AS counted, s.waitlisted,
       count(*) FILTER (WHERE p.state IN ('offered', 'enrolled'))::int AS taken,
       count(*) FILTER (WHERE p.state = 'waitlisted')::int AS waiting
     FROM research.session s JOIN research.participation p ON p.session_id = s.id
     WHERE s.id = $1 GROUP BY s.id`,
    [sessionId],
  );
  const [now] = rows;
  const isRight =
    now.counted === now.taken &&
    now.waitlisted === now.waiting &&
    now.taken <= now.capacity &&
    (now.waiting === 0 || now.taken === now.capacity);
  return isRight ? undefined : now;
}

/**
 * Measures a full session with 500 people on its waitlist: participants withdraw and return in
 * random order, 64 at a time. The server offers each free seat to the participant who has waited
 * longest.
 * @param {{ quick: boolean }} options
 */
export async function churn({ quick }) {
  const rounds = quick ? 6 : 20;
  const setting = await startBenchmarkProduct();
  const peer = await startReference('moves', { databaseUrl: setting.serverUrl });
  try {
    const people = await makePeople(setting.db, SEATS + WAITING);
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const filler = new LoadDriver(setting.port);
    const drivers = { product: new LoadDriver(setting.port), bare: new LoadDriver(peer.port) };
    /** @type {{ product: import('./lib/client.mjs').Drive[], bare: import('./lib/client.mjs').Drive[] }} */
    const measured = { product: [], bare: [] };
    const cpu = { server: 0, postgres: 0 };
    for (const kind of /** @type {const} */ (['product', 'bare'])) {
      const [r] = await makeRecruitingStudies(setting.db, owner?.id ?? '', 1, SEATS);
      if (!r) throw new Error('no session');
      const enrol = (/** @type {string} */ token) =>
        serializeRequest('POST', `/api/sessions/${r.session_id}/participations/`, {
          token,
          body: { consent: r.consent, waitlist: true },
        });
      // The people for the waitlist enrol one after the other, so that its order is known.
      const first = new LoadDriver(kind === 'product' ? setting.port : peer.port, 8);
      const { bodies } = await (kind === 'product' ? filler : first).run(
        people.map(({ token }) => enrol(token)),
        { keep: true },
      );
      first.close();
      const ids = new Map(people.map(({ token }, i) => [token, JSON.parse(`${bodies[i]}`)._id]));
      let away = new Set();
      for (let round = -WARM; round < rounds; round++) {
        const leaving = some(
          people.filter(({ token }) => !away.has(token)),
          AT_ONCE / 2,
        );
        const back = some(
          people.filter(({ token }) => away.has(token)),
          AT_ONCE / 2,
        );
        const asked = some(
          [
            ...leaving.map(({ token }) =>
              serializeRequest('PUT', `/api/participations/${ids.get(token)}/`, {
                token,
                body: { action: 'withdraw' },
              }),
            ),
            ...back.map(({ token }) => enrol(token)),
          ],
          AT_ONCE,
        );
        const before = setting.cpu();
        const result = await drivers[kind].run(asked);
        const after = setting.cpu();
        away = new Set([
          ...[...away].filter((token) => !back.some((one) => one.token === token)),
          ...leaving.map(({ token }) => token),
        ]);
        const refused = Object.entries(result.statuses).filter(([status]) => Number(status) > 201);
        const wrong = kind === 'product' && (await wrongIn(setting.db, r.session_id));
        if (refused.length > 0 || wrong)
          throw new Error(`${kind}: ${JSON.stringify([result.statuses, wrong])}`);
        if (round < 0) continue;
        measured[kind].push(result);
        if (kind === 'bare') continue;
        cpu.server += after.server - before.server;
        cpu.postgres += after.postgres - before.postgres;
      }
    }
    for (const driver of [filler, ...Object.values(drivers)]) driver.close();
    const [p, b] = [summariseRounds(measured.product), summariseRounds(measured.bare)];
    return {
      lines: [
        shareOfLimitLine(
          `churn: moves a second, ${WAITING} waiting for ${SEATS} seats`,
          p.perSecond,
          'bare Node, same statements, a transaction each',
          b.perSecond,
          0.6,
        ),
        {
          what: 'churn: p50, p99',
          measured: `${formatMs(p.p50)}, ${formatMs(p.p99)}`,
          beside: `bare ${formatMs(b.p50)}, ${formatMs(b.p99)}`,
        },
      ],
      notes: [
        `churn: seats, counts and the wait are right after each round; CPU in cores: server ` +
          `${formatCores(cpu.server / p.ms)}, PostgreSQL ${formatCores(cpu.postgres / p.ms)}, driver ` +
          `${formatCores(p.driver)}; load ${systemLoad()}`,
      ],
    };
  } finally {
    peer.stop();
    await setting.stop();
  }
}
