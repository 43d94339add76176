import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, summariseRounds } from './lib/figures.mjs';
import { startReference } from './lib/peer.mjs';
import { makePeople, makeRecruitingStudies } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatCores, formatMs, shareOfLimitLine } from './lib/table.mjs';

export const DECISION_COUNT = 10_000;
/** How many requests the page of a roster sends at the same time. */
const AT_ONCE = 8;
const PAGE = 200;

/**
 * Makes a session in which all participants completed yesterday. An anonymous roster would not show
 * a completion of the current day.
 * @param {import('pg').Client} db @param {string} ownerId
 * @param {'started' | 'completed'} [state] the state that the participants reached yesterday
 * @returns {Promise<{ session_id: string, ids: string[] }>}
 */
export async function makeSessionWithParticipants(db, ownerId, state = 'completed') {
  const [r] = await makeRecruitingStudies(db, ownerId, 1, DECISION_COUNT);
  if (!r) throw new Error('no session');
  const { rows } = await db.query(
    `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive,
       moved_by, started_at, due_at, created_at, updated_at)
     SELECT gen_random_uuid(), $1::uuid, $2::uuid, decode(md5($1::uuid || '-' || n), 'hex'), $4, true,
       'participant', at, at + interval '21 days', at, at
     FROM generate_series(1, $3) AS n, (SELECT now() - interval '1 day') AS day (at) RETURNING id`,
    [r.session_id, r.study_id, DECISION_COUNT, state],
  );
  return { session_id: r.session_id, ids: rows.map(({ id }) => id) };
}

/**
 * Measures how a researcher approves 10,000 participations on the roster: one request for each
 * participation, eight requests at a time.
 * @param {{ quick: boolean }} options
 */
export async function decide({ quick }) {
  const rounds = quick ? 1 : 3;
  const setting = await startBenchmarkProduct();
  const peer = await startReference('moves', { databaseUrl: setting.serverUrl });
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const token = owner?.token;
    const drivers = {
      product: new LoadDriver(setting.port, AT_ONCE),
      bare: new LoadDriver(peer.port, AT_ONCE),
    };
    /** @type {{ product: import('./lib/client.mjs').Drive[], bare: import('./lib/client.mjs').Drive[] }} */
    const measured = { product: [], bare: [] };
    const cpu = { server: 0, postgres: 0 };
    for (let round = 0; round < rounds; round++)
      for (const kind of /** @type {const} */ (['product', 'bare'])) {
        const { session_id, ids } = await makeSessionWithParticipants(setting.db, owner?.id ?? '');
        const entries =
          kind === 'product'
            ? (await readWholeRoster(drivers.product, session_id, token)).map(({ entry }) => entry)
            : ids;
        if (entries.length !== DECISION_COUNT)
          throw new Error(`${entries.length} lines on the roster`);
        const asked = entries.map((entry) =>
          serializeRequest('PUT', `/api/sessions/${session_id}/roster/${entry}/`, {
            token,
            body: { action: 'approve' },
          }),
        );
        const before = setting.cpu();
        const result = await drivers[kind].run(asked);
        const after = setting.cpu();
        const { rows } = await setting.db.query(
          `SELECT count(*)::int AS approved FROM research.participation
           WHERE session_id = $1 AND state = 'approved'`,
          [session_id],
        );
        if (rows[0].approved !== DECISION_COUNT)
          throw new Error(
            `${kind}: ${rows[0].approved} approved, ${JSON.stringify(result.statuses)}`,
          );
        measured[kind].push(result);
        if (kind === 'bare') continue;
        cpu.server += after.server - before.server;
        cpu.postgres += after.postgres - before.postgres;
      }
    for (const driver of Object.values(drivers)) driver.close();
    const [p, b] = [summariseRounds(measured.product), summariseRounds(measured.bare)];
    return {
      lines: [
        shareOfLimitLine(
          `decide: decisions a second, ${DECISION_COUNT} in one session, ${AT_ONCE} at a time`,
          p.perSecond,
          'bare Node, same statements, a transaction each',
          b.perSecond,
          0.6,
        ),
        {
          what: 'decide: p50, p99',
          measured: `${formatMs(p.p50)}, ${formatMs(p.p99)}`,
          beside: `bare ${formatMs(b.p50)}, ${formatMs(b.p99)}`,
        },
      ],
      notes: [
        `decide: each approved once; CPU in cores: server ${formatCores(cpu.server / p.ms)}, PostgreSQL ` +
          `${formatCores(cpu.postgres / p.ms)}, driver ${formatCores(p.driver)}; load ${systemLoad()}`,
      ],
    };
  } finally {
    peer.stop();
    await setting.stop();
  }
}

/** @typedef {{ entry: string, tag: string }} Line of the roster: its address and its tag */

/**
 * Reads all pages of a session's roster.
 * @param {LoadDriver} driver @param {string} sessionId @param {string | undefined} token
 * @returns {Promise<Line[]>} all lines
 */
export async function readWholeRoster(driver, sessionId, token) {
  /** @type {Line[]} */
  const lines = [];
  for (let cursor = ''; ;) {
    const path = `/api/sessions/${sessionId}/roster/?limit=${PAGE}${cursor && `&cursor=${cursor}`}`;
    const { bodies } = await driver.run([serializeRequest('GET', path, { token })], { keep: true });
    const { items, next_cursor } = JSON.parse(`${bodies[0]}`);
    lines.push(...items);
    if (next_cursor === null) return lines;
    cursor = encodeURIComponent(next_cursor);
  }
}
