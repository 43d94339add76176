import { createHash } from 'node:crypto';

const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest('hex');
const unbooked = `(p.accrual_id IS NULL AND p.state IN ('approved', 'processing', 'paid', 'failed')
  OR p.accrual_id IS NOT NULL AND p.state IN ('due', 'rejected', 'reversed', 'waived')
  OR p.settlement_id IS NULL AND p.state = 'paid')`;
const mayBeBooked = `(p.day < $2::date OR NOT EXISTS (SELECT FROM research.session level
  WHERE level.id = p.session_id AND level.privacy_level = 'anonymous'))`;
const common = `SELECT id FROM ledger.account WHERE kind = $1 AND unit = $2`;
const lock = `SELECT ledger.lock_accounts($1::uuid[])`;

/**
 * Books the approved payments of a session with the product's SQL statements but without its
 * checks. It handles only approved payments, and does not check the ledger entries, whether there
 * is enough money, or whether a request is a repetition.
 * @param {import('pg').Client} db @param {string} sessionId @param {number} atOnce how many
 *   payments one transaction books
 */
export async function bookPaymentsDirectly(db, sessionId, atOnce) {
  await db.query(
    `SELECT session_id FROM (SELECT DISTINCT p.session_id FROM research.payment p
       WHERE ${unbooked} AND ${mayBeBooked.replace('$2', '$1')}) s ORDER BY random() LIMIT 200`,
    [today()],
  );
  while ((await page(db, sessionId, atOnce)) === atOnce);
}

const today = () => new Date().toISOString().slice(0, 10);

/**
 * Books the next payments in one transaction, and returns how many.
 * @param {import('pg').Client} db @param {string} sessionId @param {number} atOnce
 */
async function page(db, sessionId, atOnce) {
  /**
   * Runs a query in the transaction and returns its rows.
   * @param {string} text @param {unknown[]} values
   */
  const rows = async (text, values) => (await db.query(text, values)).rows;
  await db.query('BEGIN');
  const [hold] = await rows(
    `SELECT session_id, account_id, wallet_account_id, payable_account_id, currency, reward, fee, fee_basis_points,
       changes, counted_on::text AS counted_on, is_settled
     FROM research.session_hold WHERE session_id = $1 FOR UPDATE`,
    [sessionId],
  );
  const day = today();
  const payments = await rows(
    `SELECT p.id, p.amount, p.fee, p.state, p.method, p.accruals, p.accrual_id, p.settlement_id
     FROM research.payment p WHERE p.session_id = $1 AND ${unbooked} AND ${mayBeBooked}
     ORDER BY random() LIMIT ${atOnce} FOR NO KEY UPDATE OF p`,
    [sessionId, day],
  );
  if (payments.length === 0) {
    await db.query('COMMIT');
    return 0;
  }
  await rows(`SELECT gift_account_id FROM identity.wallet WHERE account_id = $1`, [
    hold.wallet_account_id,
  ]);
  const payable = hold.payable_account_id ?? (await openPayable(db, hold));
  const fees = await commonAccount(db, 'fees', hold.currency);
  const outside = await commonAccount(db, 'outside', hold.currency);
  await rows(lock, [[hold.account_id, hold.wallet_account_id, payable, fees, outside]]);
  await rows(
    `SELECT id, kind, unit, balance, minimum FROM ledger.account WHERE id = ANY($1::uuid[])`,
    [[hold.account_id, hold.wallet_account_id]],
  );
  await rows(
    `SELECT entry_id, account_id, amount FROM ledger.posting WHERE entry_id = ANY($1::uuid[])`,
    [[]],
  );
  await rows(lock, [[hold.account_id, payable, fees]]);
  const entries = payments.map(({ id, amount, fee }) => {
    const postings = [
      { account_id: hold.account_id, amount: -amount - fee },
      { account_id: payable, amount },
      { account_id: fees, amount: fee },
    ];
    const request = sha256(JSON.stringify(['payment-owed', null, postings]));
    return { id, postings, key: `payment:${id}:1`, request };
  });
  const added = await rows(
    `INSERT INTO ledger.entry (id, day, kind, key, request, postings, reverses)
     SELECT gen_random_uuid(), e.day, e.kind, e.key, decode(e.request, 'hex'), e.postings, e.reverses
     FROM jsonb_to_recordset($1::jsonb)
       AS e (day date, kind text, key text, request text, postings smallint, reverses uuid)
     ORDER BY e.key ON CONFLICT (key) DO NOTHING RETURNING id, key`,
    [
      JSON.stringify(
        entries.map(({ key, request, postings }) => ({
          ...{ day, kind: 'payment-owed', key, request },
          ...{ postings: postings.length, reverses: null },
        })),
      ),
    ],
  );
  const ids = new Map(added.map(({ id, key }) => [key, id]));
  await rows(
    `INSERT INTO ledger.posting (entry_id, account_id, amount)
     SELECT p.entry_id, p.account_id, p.amount
     FROM jsonb_to_recordset($1::jsonb) AS p (entry_id uuid, account_id uuid, amount bigint)`,
    [
      JSON.stringify(
        entries.flatMap(({ key, postings }) =>
          postings.map((one) => ({ entry_id: ids.get(key), ...one })),
        ),
      ),
    ],
  );
  await rows(
    `UPDATE research.payment p SET accruals = b.accruals, accrual_id = b.accrual_id, settlement_id = b.settlement_id
     FROM jsonb_to_recordset($1::jsonb)
       AS b (id uuid, accruals smallint, accrual_id uuid, settlement_id uuid)
     WHERE p.id = b.id`,
    [
      JSON.stringify(
        entries.map(({ id, key }) => ({
          ...{ id, accruals: 1, accrual_id: ids.get(key), settlement_id: null },
        })),
      ),
    ],
  );
  await db.query('COMMIT');
  return payments.length;
}

/**
 * Returns the id of a ledger account that all sessions share; creates the account if necessary.
 * @param {import('pg').Client} db @param {string} kind @param {string} unit
 */
async function commonAccount(db, kind, unit) {
  const { rows } = await db.query(common, [kind, unit]);
  if (rows[0]) return rows[0].id;
  const added = await db.query(
    `INSERT INTO ledger.account (id, kind, unit) VALUES (gen_random_uuid(), $1, $2) RETURNING id`,
    [kind, unit],
  );
  return added.rows[0].id;
}

/**
 * Creates the ledger account that holds the amount which the session owes to its participants.
 * @param {import('pg').Client} db @param {{ session_id: string, currency: string }} hold
 */
async function openPayable(db, { session_id, currency }) {
  const { rows } = await db.query(
    `INSERT INTO ledger.account (id, kind, unit, minimum) VALUES (gen_random_uuid(), 'payable', $1, 0) RETURNING id`,
    [currency],
  );
  await db.query(`UPDATE research.session_hold SET payable_account_id = $2 WHERE session_id = $1`, [
    session_id,
    rows[0].id,
  ]);
  return rows[0].id;
}
