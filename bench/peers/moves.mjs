// A reference program with bare Node and pg that changes the state of participations. Each request
// has a transaction of its own: it checks the token, locks the session, changes the state, offers
// the seat that became free and writes the event. Unlike the product, it does not combine requests.
// It handles enrolments only in sessions that are full, so the participant always joins the
// waitlist.
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { referenceOptions, serveRowsAsJson } from '../lib/peer.mjs';

const pool = new pg.Pool({
  connectionString: referenceOptions().databaseUrl,
  max: 8,
  options: '-c role=commonlab_app',
});
const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest();

const me = {
  name: 'me',
  text: `SELECT t.account_id FROM identity.token t JOIN identity.account a ON a.id = t.account_id
    WHERE t.hash = $1 AND t.expires_at > now() AND a.disabled_at IS NULL`,
};
const lock = {
  name: 'lock',
  text: `SELECT id, study_id, consent_id, capacity - offered - enrolled - started - completed AS free
    FROM research.session WHERE id = $1 FOR NO KEY UPDATE`,
};
const sessionOf = {
  name: 'session-of',
  text: `SELECT session_id FROM research.participation WHERE id = $1`,
};
const move = {
  name: 'move',
  text: `UPDATE research.participation SET state = $2, moved_by = $3, move_reason = NULL,
      wait_no = NULL, due_at = NULL, updated_at = now()
    WHERE id = $1 AND state = ANY($4::text[]) RETURNING id AS _id, session_id, study_id, state`,
};
const offer = {
  name: 'offer',
  text: `UPDATE research.participation p SET state = 'offered', moved_by = 'system', wait_no = NULL,
      due_at = now() + interval '1 day', updated_at = now()
    FROM (SELECT id FROM research.participation WHERE session_id = $1 AND state = 'waitlisted'
      ORDER BY wait_no LIMIT greatest(0, (SELECT capacity - offered - enrolled - started - completed
        FROM research.session WHERE id = $1))) next
    WHERE p.id = next.id RETURNING p.id, p.study_id`,
};
const join = {
  name: 'join',
  text: `WITH entered AS (
      INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive,
        moved_by, wait_no, created_at, updated_at)
      SELECT $2, id, study_id, $3, 'waitlisted', true, 'participant',
        1 + (SELECT coalesce(max(wait_no), 0) FROM research.participation WHERE session_id = $1),
        now(), now()
      FROM research.session WHERE id = $1
      ON CONFLICT (session_id, pseudonym) DO UPDATE SET state = 'waitlisted',
        wait_no = excluded.wait_no, updated_at = now(), moved_by = 'participant'
      RETURNING *
    ), agreed AS (
      INSERT INTO research.agreement (id, study_id, consent_id, consent_version, pseudonym, locale, sha256, method, at)
      SELECT $4, e.study_id, $5, 1, e.pseudonym, 'en', $6, 'web', now() FROM entered e
    )
    SELECT id AS _id, session_id, study_id, state FROM entered`,
};
const tell = {
  name: 'tell',
  text: `INSERT INTO platform.outbox (id, name, data, request_id)
    SELECT gen_random_uuid(), name, data, $2
    FROM jsonb_to_recordset($1::jsonb) AS e (name text, data jsonb)`,
};

/**
 * Makes a change in a transaction that locks the session; then offers a free seat and writes the
 * events.
 * @param {string} sessionId
 * @param {(client: import('pg').PoolClient, session: any) => Promise<any>} change
 * @param {string} event
 */
async function inSession(sessionId, change, event) {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const { rows } = await client.query({ ...lock, values: [sessionId] });
    const changed = await change(client, rows[0]);
    if (changed) {
      const offered = await client.query({ ...offer, values: [sessionId] });
      const events = [
        { name: event, data: { participation_id: changed._id, session_id: sessionId } },
        ...offered.rows.map(({ id }) => ({
          name: 'enrolment.participant-offered',
          data: { participation_id: id, session_id: sessionId },
        })),
      ];
      await client.query({ ...tell, values: [JSON.stringify(events), randomUUID()] });
    }
    await client.query('COMMIT');
    return changed;
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}

/**
 * Changes the state of a participation, if it is in one of the given states.
 * @param {string} id @param {string[]} states @param {string} to @param {string} by @param {string} event
 */
async function moved(id, states, to, by, event) {
  const { rows } = await pool.query({ ...sessionOf, values: [id] });
  return inSession(
    rows[0]?.session_id,
    async (client) => (await client.query({ ...move, values: [id, to, by, states] })).rows[0],
    event,
  );
}

/**
 * Answers a request to withdraw, to enrol or to decide.
 * @param {import('node:http').IncomingMessage} request @param {any} body
 */
async function answer({ headers, url = '' }, body) {
  const token = headers.authorization?.slice('Bearer '.length) ?? '';
  const { rows } = await pool.query({ ...me, values: [sha256(token)] });
  if (!rows[0]) return undefined;
  const [, , of, id = '', , entry = ''] = url.split('/');
  if (body.action === 'withdraw')
    return moved(
      id,
      ['waitlisted', 'offered', 'enrolled'],
      'withdrawn',
      'participant',
      'enrolment.participant-left',
    );
  if (of === 'sessions' && body.action === 'approve')
    return moved(entry, ['completed'], 'approved', 'researcher', 'enrolment.participant-decided');
  const pseudonym = sha256(`${id}:${token}`).subarray(0, 16);
  return inSession(
    id,
    async (client) =>
      (
        await client.query({
          ...join,
          values: [
            id,
            randomUUID(),
            pseudonym,
            randomUUID(),
            body.consent._id,
            body.consent.sha256,
          ],
        })
      ).rows[0],
    'enrolment.participant-waitlisted',
  );
}

serveRowsAsJson((request, body) => answer(request, JSON.parse(body)), { found: 200, none: 409 });
