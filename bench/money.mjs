import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { makeSessionWithParticipants, DECISION_COUNT, readWholeRoster } from './decide.mjs';
import { createPaymentBooker } from './lib/booking.mjs';
import { LoadDriver, serializeRequest } from './lib/client.mjs';
import { systemLoad, median } from './lib/figures.mjs';
import { bookPaymentsDirectly } from './lib/bare-booking.mjs';
import { makePeople } from './lib/population.mjs';
import { startBenchmarkProduct } from './lib/benchmark-product.mjs';
import { formatPerSecond, shareOfLimitLine } from './lib/table.mjs';

/** How many requests the page of a roster sends at the same time. */
const AT_ONCE = 8;
const REWARD = 450;
const FEE = 45;
/**
 * How many postings one ledger entry has: one from the amount held, one to the participant, and one
 * for the fee.
 */
const POSTINGS = 3;

/**
 * Makes a session that shows the participants' names. All participants completed yesterday, and the
 * ledger holds the money for their rewards.
 * @param {import('pg').Client} db @param {string} ownerId
 */
async function owing(db, ownerId) {
  const { session_id } = await makeSessionWithParticipants(db, ownerId, 'started');
  const hold = randomUUID();
  const { rows } = await db.query(
    `WITH known AS (SELECT account_id FROM identity.wallet WHERE researcher_id = $1 AND currency = 'EUR'),
       opened AS (INSERT INTO ledger.account (id, kind, unit)
         SELECT gen_random_uuid(), 'wallet', 'EUR' WHERE NOT EXISTS (SELECT FROM known) RETURNING id),
       named AS (INSERT INTO identity.wallet (id, researcher_id, currency, account_id)
         SELECT gen_random_uuid(), $1, 'EUR', id FROM opened)
     SELECT id FROM opened UNION ALL SELECT account_id FROM known`,
    [ownerId],
  );
  const wallet = rows[0].id;
  await db.query(
    `UPDATE research.session SET privacy_level = 'roster_on_start' WHERE id = '${session_id}';
     INSERT INTO ledger.account (id, kind, unit, minimum) VALUES ('${hold}', 'hold', 'EUR', 0);
     INSERT INTO research.session_hold
       (session_id, account_id, wallet_account_id, currency, reward, fee, fee_basis_points)
     VALUES ('${session_id}', '${hold}', '${wallet}', 'EUR', ${REWARD}, ${FEE}, 1000);
     BEGIN;
     INSERT INTO ledger.entry (id, day, kind, key, request, postings)
     VALUES ('${hold}', current_date, 'hold', 'hold:${session_id}:1', sha256('bench'), 2);
     INSERT INTO ledger.posting (entry_id, account_id, amount)
     VALUES ('${hold}', '${hold}', ${DECISION_COUNT * (REWARD + FEE)}), ('${hold}', '${wallet}', -${DECISION_COUNT * (REWARD + FEE)});
     COMMIT;
     UPDATE research.participation SET state = 'completed' WHERE session_id = '${session_id}';
     ANALYZE research.payment`,
  );
  return { session_id, hold };
}

/**
 * Measures ten thousand approvals in one session, and the ledger entries that follow from them.
 * @param {{ quick: boolean }} options
 */
export async function money({ quick }) {
  const rounds = quick ? 1 : 3;
  const setting = await startBenchmarkProduct();
  const driver = new LoadDriver(setting.port, AT_ONCE);
  const product = await createPaymentBooker(setting.serverUrl);
  const bare = new pg.Client({
    connectionString: setting.serverUrl,
    options: '-c role=commonlab_app',
  });
  await bare.connect();
  try {
    const [owner] = await makePeople(setting.db, 1, { researcher: true });
    if (!owner) throw new Error('no researcher');
    /** @type {{ approvals: number[], product: number[], bare: number[] }} */
    const rates = { approvals: [], product: [], bare: [] };
    for (let round = 0; round < rounds; round++) {
      const ours = await owing(setting.db, owner.id);
      rates.approvals.push(await approve(driver, ours.session_id, owner.token));
      let began = performance.now();
      const booked = await product.book();
      rates.product.push((DECISION_COUNT * POSTINGS * 1000) / (performance.now() - began));
      if (booked !== DECISION_COUNT) throw new Error(`${booked} payments were booked`);
      await mustBeBooked(setting.db, ours);
      const theirs = await owing(setting.db, owner.id);
      await setting.db.query(
        `UPDATE research.participation SET state = 'approved' WHERE session_id = $1`,
        [theirs.session_id],
      );
      began = performance.now();
      await bookPaymentsDirectly(bare, theirs.session_id, product.atOnce);
      rates.bare.push((DECISION_COUNT * POSTINGS * 1000) / (performance.now() - began));
      await mustBeBooked(setting.db, theirs);
    }
    const [p, b] = [median(rates.product), median(rates.bare)];
    return {
      lines: [
        {
          what: `money: approvals a second, ${DECISION_COUNT} in one paid session, ${AT_ONCE} at a time`,
          measured: formatPerSecond(median(rates.approvals)),
        },
        shareOfLimitLine(
          `money: postings a second, ${DECISION_COUNT} approved payments booked`,
          p,
          'bare Node and pg, the same statements',
          b,
          0.6,
        ),
      ],
      notes: [
        `money: rounds of the product ${rates.product.map(formatPerSecond).join(', ')}, ` +
          `bare ${rates.bare.map(formatPerSecond).join(', ')}; load ${systemLoad()}`,
      ],
    };
  } finally {
    driver.close();
    await bare.end();
    await product.stop();
    await setting.stop();
  }
}

/**
 * Approves all participants of a session.
 * @param {LoadDriver} driver @param {string} sessionId @param {string} token
 * @returns {Promise<number>} approvals a second
 */
async function approve(driver, sessionId, token) {
  const lines = await readWholeRoster(driver, sessionId, token);
  const { latencies, ms, statuses } = await driver.run(
    lines.map(({ entry }) =>
      serializeRequest('PUT', `/api/sessions/${sessionId}/roster/${entry}/`, {
        token,
        body: { action: 'approve' },
      }),
    ),
  );
  if (statuses[200] !== DECISION_COUNT) throw new Error(`approvals: ${JSON.stringify(statuses)}`);
  return (latencies.length * 1000) / ms;
}

/**
 * Throws an error unless each approval of the session is booked in the ledger.
 * @param {import('pg').Client} db @param {{ session_id: string, hold: string }} session
 */
async function mustBeBooked(db, { session_id, hold }) {
  const { rows } = await db.query(
    `SELECT (SELECT balance::int FROM ledger.account WHERE id = $2) AS held,
       (SELECT count(*)::int FROM research.payment WHERE session_id = $1 AND accrual_id IS NOT NULL) AS booked,
       (SELECT balance::int FROM ledger.account WHERE id = h.payable_account_id) AS owed
     FROM research.session_hold h WHERE h.session_id = $1`,
    [session_id, hold],
  );
  const { held, booked, owed } = rows[0];
  if (held !== 0 || booked !== DECISION_COUNT || owed !== DECISION_COUNT * REWARD)
    throw new Error(`not booked: ${JSON.stringify(rows[0])}`);
}
