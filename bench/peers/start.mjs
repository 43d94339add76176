// A reference program with bare Node and pg that starts participations with the product's own
// statements. It combines requests as the product does: it reads the tokens and the participations,
// then starts all participations of a session in one transaction. It also answers requests for a
// person's own profile.
import { createHash, randomUUID } from 'node:crypto';
import pg from 'pg';
import { referenceOptions, serveRowsAsJson } from '../lib/peer.mjs';

const MOST = 128;
const pool = new pg.Pool({
  connectionString: referenceOptions().databaseUrl,
  max: 8,
  options: '-c role=commonlab_app',
});

const people = {
  name: 'people',
  text: `SELECT t.hash, t.id AS token_id, a.id AS account_id, a.status, a.role, a.is_researcher, a.language,
      t.last_used_at
    FROM unnest($1::bytea[]) AS asked (hash)
      CROSS JOIN LATERAL (SELECT * FROM identity.token WHERE token.hash = asked.hash LIMIT 1) t
      CROSS JOIN LATERAL (SELECT * FROM identity.account WHERE account.id = t.account_id LIMIT 1) a
    WHERE t.expires_at > now() AND a.disabled_at IS NULL`,
};
const find = {
  name: 'find',
  text: `SELECT p.id, p.session_id, p.study_id, p.pseudonym, st.owner_id,
      s.privacy_level, coalesce(s.snapshot->'kept_demographics', '[]') AS kept_demographics
    FROM research.participation p
    JOIN research.study_profile st ON st.id = p.study_id
    JOIN research.session s ON s.id = p.session_id WHERE p.id = ANY($1::uuid[])`,
};
const lock = {
  name: 'lock',
  text: `SELECT id FROM research.session WHERE id = ANY($1::uuid[]) FOR NO KEY UPDATE SKIP LOCKED`,
};
const read = {
  name: 'read',
  text: `SELECT p.id, p.session_id, p.study_id, p.state, p.due_at, p.created_at, p.updated_at,
      s.snapshot->>'title' AS study_title, (s.snapshot->>'duration_minutes')::int AS duration_minutes,
      s.reward_amount, s.reward_currency, s.state AS session_state, s.closes_at, s.maximum_minutes, s.waitlisted
    FROM unnest($1::uuid[], $2::uuid[]) AS a (id, session_id)
    JOIN research.participation p ON p.id = a.id AND p.session_id = a.session_id
    JOIN research.session s ON s.id = p.session_id
    FOR NO KEY UPDATE OF p SKIP LOCKED`,
};
const move = {
  name: 'move',
  text: `UPDATE research.participation p
    SET state = m.state, moved_by = m.actor, move_reason = m.reason, wait_no = NULL, due_at = m.due_at,
      updated_at = $2, started_at = CASE WHEN m.state = 'started' THEN $2 ELSE p.started_at END,
      demographics = coalesce(m.demographics, p.demographics)
    FROM jsonb_to_recordset($1::jsonb) AS m (
      id uuid, state text, actor text, reason text, due_at timestamptz, demographics jsonb)
    WHERE p.id = m.id`,
};
const tell = {
  name: 'tell',
  text: `INSERT INTO platform.outbox (id, name, data, request_id)
    SELECT id, name, data, request_id
    FROM jsonb_to_recordset($1::jsonb) AS e (id uuid, name text, data jsonb, request_id text)`,
};
const profile = {
  name: 'profile',
  text: `SELECT id, email, first_name, last_name, is_researcher, researcher_privilege, organization, language, status
    FROM identity.account WHERE id = $1`,
};

/**
 * Combines many calls with one key each into few calls of `run` with many keys. While `run` works,
 * new keys wait. The next call of `run` gets the waiting keys, up to `most` of them.
 * @template K, V
 * @param {(keys: K[]) => Promise<V[]>} run
 * @param {number} [most]
 * @returns {(key: K) => Promise<V>}
 */
function gathered(run, most = 500) {
  /** @type {{ key: K, resolve: (value: V) => void, reject: (error: unknown) => void }[]} */
  const waiting = [];
  let busy = false;
  const drain = async () => {
    while (waiting.length > 0) {
      const batch = waiting.splice(0, most);
      await run(batch.map(({ key }) => key)).then(
        (values) => batch.forEach(({ resolve }, i) => resolve(/** @type {V} */ (values[i]))),
        (error) => batch.forEach(({ reject }) => reject(error)),
      );
    }
    busy = false;
  };
  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (busy) return;
      busy = true;
      setImmediate(() => void drain());
    });
}

const person = gathered(async (/** @type {string[]} */ tokens) => {
  const hashes = tokens.map((token) => createHash('sha256').update(token).digest());
  const { rows } = await pool.query({ ...people, values: [hashes] });
  const byHash = new Map(rows.map((row) => [row.hash.toString('latin1'), row]));
  return hashes.map((hash) => byHash.get(hash.toString('latin1')));
});
const found = gathered(async (/** @type {string[]} */ ids) => {
  const { rows } = await pool.query({ ...find, values: [ids] });
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id));
});

/** @typedef {{ id: string, session_id: string, account_id: string }} Start */

const starts = gathered(async (/** @type {Start[]} */ asked) => {
  const client = await pool.connect();
  try {
    await client.query('BEGIN');
    const sessions = [...new Set(asked.map((a) => a.session_id))];
    await client.query({ ...lock, values: [sessions] });
    const values = [asked.map((a) => a.id), asked.map((a) => a.session_id)];
    const { rows } = await client.query({ ...read, values });
    const now = new Date();
    for (const row of rows) {
      row.state = 'started';
      row.due_at = new Date(now.getTime() + row.maximum_minutes * 60_000);
      row.updated_at = now;
    }
    const moves = rows.map((row) => ({
      id: row.id,
      state: row.state,
      actor: 'participant',
      reason: null,
      due_at: row.due_at,
      // The session is anonymous and stores no demographics of its participants.
      demographics: null,
    }));
    await client.query({ ...move, values: [JSON.stringify(moves), now] });
    const events = rows.map((row) => ({
      id: randomUUID(),
      name: 'enrolment.participant-started',
      data: { participation_id: row.id, session_id: row.session_id, study_id: row.study_id },
      request_id: randomUUID(),
    }));
    await client.query({ ...tell, values: [JSON.stringify(events)] });
    await client.query('COMMIT');
    const byId = new Map(rows.map((row) => [row.id, row]));
    return asked.map(({ id }) => byId.get(id));
  } catch (error) {
    await client.query('ROLLBACK');
    throw error;
  } finally {
    client.release();
  }
}, MOST);

/**
 * Answers a request to start a participation, or to read the profile.
 * @param {import('node:http').IncomingMessage} request @param {string} body
 */
async function answer({ headers, url = '' }, body) {
  const me = await person(headers.authorization?.slice('Bearer '.length) ?? '');
  if (!me) return undefined;
  if (!body) return (await pool.query({ ...profile, values: [me.account_id] })).rows[0];
  JSON.parse(body);
  const at = await found(url.split('/')[3] ?? '');
  return at && starts({ id: at.id, session_id: at.session_id, account_id: me.account_id });
}

serveRowsAsJson(answer, { found: 200, none: 404 });
