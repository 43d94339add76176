import { setTimeout as pass } from 'node:timers/promises';
import { makeSessionWithParticipants, DECISION_COUNT, readWholeRoster } from './decide.mjs';
import { createSeededRandom } from './lib/chance.mjs';
import { LoadDriver } from './lib/client.mjs';
import { systemLoad } from './lib/figures.mjs';
import { makePeople } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';

const REASON = 'Both checks of attention were answered with something else. '.repeat(2);
/**
 * Within how many milliseconds the killed server must be restarted automatically and respond again.
 */
const PATIENCE = 60_000;

/**
 * @typedef {{ tag: string, decision: { action: string, category?: string, reason?: string } }} Decision
 * @typedef {{ id: string, wanted: Decision[] }} Session
 * @typedef {import('./lib/benchmark-product.mjs').Setting} Setting
 */

/**
 * Kills the server (kill -9) at random moments while it decides about 10,000 participations, and
 * sends the decisions again after the restart. It measures this twice: with all decisions in one
 * request, and with a thousand decisions per request. The measurement fails if a decision is lost,
 * made twice, or differs from the request. It also fails if a decision has two messages or two
 * rewards.
 * @param {{ quick: boolean }} options
 */
export async function killed({ quick }) {
  const kills = quick ? 3 : 8;
  const chance = createSeededRandom('when the server that decides is killed');
  const setting = await startBenchmarkProduct();
  /** @type {number[]} */
  const left = [];
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    const { id = '', token = '' } = owner ?? {};
    const whole = await undisturbed(setting, id, token, chance);
    for (const size of [DECISION_COUNT, 1_000]) {
      /** @type {Session | null} */
      let open = null;
      for (let n = 0; n < kills; n++) {
        const session = open ?? (await undecided(setting, id, token, chance));
        open = session;
        const asked = all(setting, token, session, size);
        // The request may fail before the promise is awaited. Without this handler, Node.js would
        // then end the process.
        asked.catch(() => undefined);
        await pass(chance(Math.round(whole)));
        process.kill(setting.server(), 'SIGKILL');
        await asked;
        await back(setting);
        const done = await check(setting, session.id, size);
        left.push(done);
        if (done < DECISION_COUNT && n < kills - 1) continue;
        const answers = await all(setting, token, session, size);
        const sure = answers.reduce((sum, { decided, already }) => sum + decided + already, 0);
        if (sure !== DECISION_COUNT)
          throw new Error(`${sure} of ${DECISION_COUNT} decisions were answered`);
        await check(setting, session.id, size);
        await checkWhole(setting, token, session);
        open = null;
      }
    }
    const amid = left.filter((n) => n > 0 && n < DECISION_COUNT).length;
    return {
      lines: [
        {
          what: `killed: decisions about ${DECISION_COUNT}, kill -9 of the server, asked again`,
          measured: `${left.length} kills, ${amid} with a part decided`,
          aim: 'each decided, told and paid once',
          held: true,
        },
      ],
      notes: [`killed: decided after each kill: ${left.join(', ')}; load ${systemLoad()}`],
    };
  } finally {
    await setting.stop();
  }
}

/** A random decision: three in four approve. @param {(below: number) => number} chance */
const decision = (chance) =>
  chance(4) > 0
    ? { action: 'approve' }
    : { action: 'reject', category: 'failed_checks', reason: REASON };

/**
 * Makes a session with 10,000 participations that wait for a decision, and random decisions about
 * them.
 * @param {Setting} setting @param {string} ownerId @param {string} token
 * @param {(below: number) => number} chance
 * @returns {Promise<Session>}
 */
async function undecided(setting, ownerId, token, chance) {
  const { session_id } = await makeSessionWithParticipants(setting.db, ownerId);
  const driver = new LoadDriver(setting.port, 1);
  const lines = await readWholeRoster(driver, session_id, token);
  driver.close();
  return {
    id: session_id,
    wanted: lines.map(({ tag }) => ({ tag, decision: decision(chance) })),
  };
}

/**
 * Measures how many milliseconds the server needs to decide about all participations of a session
 * in one request. The measurement later kills the server at a random moment within this time.
 * @param {Setting} setting
 * @param {string} ownerId
 * @param {string} token
 * @param {(below: number) => number} chance
 */
async function undisturbed(setting, ownerId, token, chance) {
  const session = await undecided(setting, ownerId, token, chance);
  const began = performance.now();
  await all(setting, token, session, DECISION_COUNT);
  return performance.now() - began;
}

/**
 * Requests decisions about all participations, in requests of the given size, until the server no
 * longer responds.
 * @param {Setting} setting
 * @param {string} token
 * @param {Session} session
 * @param {number} size
 * @returns {Promise<{ decided: number, already: number }[]>} the answers
 */
async function all({ port }, token, { id, wanted }, size) {
  const answers = [];
  for (let at = 0; at < wanted.length; at += size) {
    const answer = await fetch(`http://127.0.0.1:${port}/api/sessions/${id}/decisions/`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ decisions: wanted.slice(at, at + size) }),
    }).catch(() => undefined);
    const body = await answer?.json().catch(() => undefined);
    if (!answer || !body) return answers;
    if (answer.status !== 200) throw new Error(`${answer.status} ${JSON.stringify(body)}`);
    answers.push(body);
  }
  return answers;
}

/**
 * Waits until the server responds again, and PostgreSQL has ended the statements of the killed
 * process.
 * @param {Setting} setting
 */
async function back({ db, port }) {
  const until = performance.now() + PATIENCE;
  for (;;) {
    const ready = await fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
    const { rows } = await db.query(
      `SELECT count(*)::int AS open FROM pg_stat_activity WHERE datname = current_database()
         AND pid <> pg_backend_pid() AND xact_start IS NOT NULL`,
    );
    if (ready?.ok && rows[0].open === 0) return;
    if (performance.now() > until) throw new Error('the server does not come back');
    await pass(25);
  }
}

/**
 * Checks that each request was carried out completely or not at all, and that no participation was
 * decided twice or has two messages.
 * @param {Setting} setting
 * @param {string} sessionId
 * @param {number} size
 * @returns {Promise<number>} how many are decided
 */
async function check({ db }, sessionId, size) {
  const { rows } = await db.query(
    `SELECT
       (SELECT count(*)::int FROM research.participation
        WHERE session_id = $1 AND state IN ('approved', 'rejected')) AS decided,
       (SELECT count(*)::int FROM research.participation WHERE session_id = $1
          AND state NOT IN ('completed', 'approved', 'rejected')) AS lost,
       m.moves, m.moved, t.told, t.events
     FROM (SELECT count(*)::int AS moves, count(DISTINCT m.participation_id)::int AS moved
           FROM research.participation_move m
           JOIN research.participation p ON p.id = m.participation_id
           WHERE p.session_id = $1 AND m.from_state = 'completed') m,
       (SELECT count(*)::int AS events, count(DISTINCT data ->> 'participation_id')::int AS told
        FROM platform.outbox WHERE name = 'enrolment.participant-decided'
          AND data ->> 'session_id' = $1::text) t`,
    [sessionId],
  );
  const [{ decided, lost, ...counts }] = rows;
  const wrong = Object.entries(counts).filter(([, n]) => n !== decided);
  if (wrong.length > 0 || lost !== 0 || decided % size !== 0)
    throw new Error(`${decided} decided, ${JSON.stringify({ lost, ...counts })}`);
  return decided;
}

/**
 * Checks that each participation has the requested decision, and that the session owes exactly one
 * reward for each approval.
 * @param {Setting} setting @param {string} token @param {Session} session
 */
async function checkWhole({ db, port }, token, { id, wanted }) {
  const approved = wanted.filter(({ decision: { action } }) => action === 'approve').length;
  const { rows } = await db.query(
    `SELECT p.state, p.move_reason AS reason, count(*)::int AS n, s.reward_amount AS reward,
       s.offered + s.enrolled + s.started + s.completed AS seats
     FROM research.participation p JOIN research.session s ON s.id = p.session_id
     WHERE s.id = $1 GROUP BY 1, 2, 4, 5 ORDER BY 1`,
    [id],
  );
  const [{ reward, seats }] = rows;
  const found = rows.map(({ state, reason, n }) => ({ state, reason: reason?.trim() ?? null, n }));
  const due = [
    { state: 'approved', reason: null, n: approved },
    { state: 'rejected', reason: REASON.trim(), n: DECISION_COUNT - approved },
  ];
  if (JSON.stringify(found) !== JSON.stringify(due) || seats !== approved)
    throw new Error(`${JSON.stringify(found)}, ${seats} seats, where ${approved} are approved`);
  const answer = await fetch(`http://127.0.0.1:${port}/api/sessions/${id}/progress/`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { cost } = await answer.json();
  if (cost.approved.amount !== approved * reward || cost.to_review.amount !== 0)
    throw new Error(`owed ${JSON.stringify(cost)} for ${approved} approvals of ${reward}`);
}
