// A reference program with bare Node and pg: one prepared statement does a whole enrolment (token,
// seat, participation, link, agreement, event).
import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';
import { referenceOptions, serveRowsAsJson } from '../lib/peer.mjs';

const pool = new pg.Pool({
  connectionString: referenceOptions().databaseUrl,
  max: 8,
  options: '-c role=commonlab_app',
});
const statement = {
  name: 'enrol',
  text: `
    WITH me AS (
      SELECT account_id FROM identity.token WHERE hash = $1 AND expires_at > now()
    ), seat AS (
      SELECT s.id, s.study_id, s.consent_id, s.start_within_minutes FROM research.session s, me
      WHERE s.id = $2 AND s.state = 'active' AND s.waitlisted = 0
        AND s.offered + s.enrolled + s.started + s.completed < s.capacity AND s.consent_id = $3
        AND s.consent_sha256 = $4 FOR UPDATE OF s
    ), entered AS (
      INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by, due_at, created_at, updated_at)
      SELECT $5, id, study_id, $6, 'enrolled', true, 'participant', now() + start_within_minutes * interval '1 minute', now(), now()
      FROM seat ON CONFLICT DO NOTHING RETURNING *
    ), linked AS (
      INSERT INTO identity.participation_link (participation_id, entry, account) SELECT e.id, $10, $11 FROM entered e
    ), agreed AS (
      INSERT INTO research.agreement (id, study_id, consent_id, consent_version, pseudonym, locale, sha256, method, at)
      SELECT $7, e.study_id, $3, 1, e.pseudonym, 'en', $4, 'web', now() FROM entered e
    ), told AS (
      INSERT INTO platform.outbox (id, name, data, request_id)
      SELECT $8, 'enrolment.participant-enrolled',
        jsonb_build_object('participation_id', e.id, 'session_id', e.session_id, 'study_id', e.study_id), $9
      FROM entered e
    )
    SELECT id AS _id, session_id, study_id, state, due_at, created_at, updated_at FROM entered`,
};
const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest();

/**
 * Enrols the person whose token the request contains in a session.
 * @param {string} sessionId @param {string} token @param {any} body
 */
async function enrol(sessionId, token, { consent }) {
  const pseudonym = sha256(`${sessionId}:${token}`).subarray(0, 16);
  const { rows } = await pool.query({
    ...statement,
    values: [
      sha256(token),
      sessionId,
      consent._id,
      consent.sha256,
      randomUUID(),
      pseudonym,
      randomUUID(),
      randomUUID(),
      randomUUID(),
      randomBytes(16),
      randomBytes(67),
    ],
  });
  return rows[0];
}

serveRowsAsJson(
  ({ url = '', headers: { authorization } }, body) =>
    enrol(url.split('/')[3] ?? '', authorization?.slice('Bearer '.length) ?? '', JSON.parse(body)),
  { found: 201, none: 409 },
);
