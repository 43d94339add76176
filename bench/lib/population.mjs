import { createHash, randomBytes, randomUUID } from 'node:crypto';
import pg from 'pg';

/** @param {string} text */
const sha256 = (text) => createHash('sha256').update(text).digest();
const CONSENT = 'I agree to take part.';

/**
 * @typedef {{ id: string, token: string, hash: string }} Person hash: hexadecimal SHA-256 of the
 * token
 */
/**
 * @typedef {{ study_id: string, session_id: string, consent: { _id: string, sha256: string } }}
 * Recruiting
 */

/**
 * Connects as the owner of the tables, to insert people and studies directly.
 * @param {string} url
 */
export async function openDatabase(url) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
}

/**
 * Inserts accounts with a sign-in each, without the API.
 * @param {import('pg').Client} db
 * @param {number} count
 * @returns {Promise<Person[]>} verified accounts, each with a token
 */
export async function makePeople(db, count, { researcher = false } = {}) {
  const people = Array.from({ length: count }, () => {
    const token = randomBytes(32).toString('base64url');
    return { id: randomUUID(), token, hash: sha256(token).toString('hex') };
  });
  await db.query(
    `INSERT INTO identity.account (id, email, first_name, last_name, is_researcher, researcher_privilege, organization, status, language)
     SELECT id, 'bench-' || id || '@people.test', 'Ada', 'Lovelace', $2::boolean,
       CASE WHEN $2 THEN true END, CASE WHEN $2 THEN 'University of Somewhere' END, 'ACTIVE', 'en'
     FROM unnest($1::uuid[]) AS p (id)`,
    [people.map((p) => p.id), researcher],
  );
  await db.query(
    `INSERT INTO identity.token (id, account_id, hash, remembered, expires_at)
     SELECT gen_random_uuid(), account_id, decode(hash, 'hex'), false, now() + interval '1 day'
     FROM unnest($1::uuid[], $2::text[]) AS t (account_id, hash)`,
    [people.map((p) => p.id), people.map((p) => p.hash)],
  );
  return people;
}

/**
 * Inserts studies of one researcher, each with a consent form and one session that recruits.
 * @param {import('pg').Client} db
 * @param {string} ownerId
 * @param {number} count
 * @param {number} capacity
 * @returns {Promise<Recruiting[]>}
 */
export async function makeRecruitingStudies(db, ownerId, count, capacity) {
  const sha = sha256(CONSENT).toString('hex');
  const rows = Array.from({ length: count }, (_, i) => ({
    study_id: randomUUID(),
    session_id: randomUUID(),
    consent_id: randomUUID(),
    n: i + 1,
  }));
  const json = JSON.stringify(rows);
  const from =
    'jsonb_to_recordset($1::jsonb) AS r (study_id uuid, session_id uuid, consent_id uuid, n integer)';
  await db.query(
    `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes,
      privacy_level, state, reward_amount, reward_currency)
     SELECT study_id, $2, 'Study ' || n,
       'What study ' || n || ' is about, in a sentence that is as long as such sentences are.',
       5 + n % 40, 120, 'anonymous', 'ready', 300 + n % 900, 'EUR'
     FROM ${from}`,
    [json, ownerId],
  );
  await db.query(
    `INSERT INTO research.consent (id, study_id, version, state, title, kind, body_markdown, sha256)
     SELECT consent_id, study_id, 1, 'valid', 'Consent', 'markdown', $3, $2 FROM ${from}`,
    [json, sha, CONSENT],
  );
  await db.query(
    `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity,
      reward_amount, reward_currency, start_within_minutes, maximum_minutes,
      consent_id, consent_sha256, snapshot, launched_at)
     SELECT r.session_id, r.study_id, 'active', 'catalogue', 'anonymous', $2,
       st.reward_amount, st.reward_currency, 1440, 120, r.consent_id, $3,
       jsonb_build_object('title', st.title, 'description', st.description,
         'duration_minutes', st.duration_minutes, 'additional_notes', null,
         'requirements', '[]'::jsonb, 'eligibility', '[]'::jsonb,
         'runtime', null, 'allow_repeats', false, 'consent_version', 1), now() - r.n * interval '1 minute'
     FROM ${from} JOIN research.study st ON st.id = r.study_id`,
    [json, capacity, sha],
  );
  return rows.map((r) => ({
    study_id: r.study_id,
    session_id: r.session_id,
    consent: { _id: r.consent_id, sha256: sha },
  }));
}

/**
 * Reads the seats of each session directly from the tables: `taken` is the session's own count,
 * `counted` the number of enrolled participations.
 * @param {import('pg').Client} db
 * @param {string[]} sessionIds
 * @returns {Promise<{ taken: number, counted: number }[]>}
 */
export async function readSeatCounts(db, sessionIds) {
  const { rows } = await db.query(
    `SELECT s.offered + s.enrolled + s.started + s.completed AS taken, (SELECT count(*)::int
     FROM research.participation p WHERE p.session_id = s.id AND p.state = 'enrolled') AS counted
     FROM research.session s WHERE s.id = ANY($1::uuid[])`,
    [sessionIds],
  );
  return rows;
}
