import {
  FIRST_RESEARCHER_STUDY_SHARE,
  RECRUITING_DAYS,
  ACCOUNTS_PER_RESEARCHER,
  SEATS_PER_SESSION,
  randomSql,
  uuidFromTimeSql,
  truncateToMsSql,
} from './volumes.mjs';

/**
 * Inserts studies, consent forms and sessions of the year. Sessions that are older than two weeks
 * are closed. Every third study shows the participants' names to its researcher.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Year} year
 */
export async function makeStudies(db, year) {
  const researchers = Math.floor(year.accounts / ACCOUNTS_PER_RESEARCHER);
  await db.query(
    `CREATE UNLOGGED TABLE age.study AS
     SELECT s.n, ${uuidFromTimeSql('s.at')} AS id, ${uuidFromTimeSql('s.at')} AS consent_id, s.at, a.id AS owner_id
     FROM (SELECT n, ${truncateToMsSql(`$1::timestamptz + ($2::timestamptz - $1::timestamptz) * n / $3`)} AS at
       FROM generate_series(0, $3::int - 1) n) s
     JOIN age.account a ON a.n = ${ACCOUNTS_PER_RESEARCHER} * CASE WHEN s.n % round(1 / ${FIRST_RESEARCHER_STUDY_SHARE})::int = 0 THEN 0
       ELSE floor(${randomSql(year, 's.n', 41)} * $4::int * 0.9)::int END`,
    [year.begin, year.end, year.studies, researchers],
  );
  await db.query(
    `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes, privacy_level,
       state, reward_amount, reward_currency, created_at, updated_at)
     SELECT id, owner_id, 'Study ' || n || ' about ' || (ARRAY['memory', 'attention', 'language', 'motion', 'faces'])[1 + n % 5],
       'What study ' || n || ' is about. ' || repeat('It is told in a sentence of the usual length. ', 5 + n % 40),
       5 + n % 40, 120, CASE n % 3 WHEN 0 THEN 'roster_on_completion' ELSE 'anonymous' END,
       'ready', 300 + n % 900, 'EUR', at, at FROM age.study`,
  );
  await db.query(
    `INSERT INTO research.consent (id, study_id, version, state, title, kind, body_markdown, sha256, created_at)
     SELECT consent_id, id, 1, 'valid', 'Consent', 'markdown', body, encode(sha256(body::bytea), 'hex'), at
     FROM age.study, LATERAL (SELECT repeat('I agree to take part in study ' || n || '. ', 40) AS body) b`,
  );
  await db.query(
    `CREATE UNLOGGED TABLE age.session AS
     SELECT 2 * s.n + half AS n, ${uuidFromTimeSql('x.at')} AS id, s.id AS study_id, s.n AS study, s.consent_id, s.owner_id, x.at,
       x.at + interval '${RECRUITING_DAYS} days' AS closes_at
     FROM age.study s, generate_series(0, 1) half, LATERAL (SELECT s.at + half * interval '20 days' AS at) x WHERE x.at < $1`,
    [year.end],
  );
  await db.query(
    `INSERT INTO research.session (id, study_id, state, close_reason, audience, privacy_level, capacity, reward_amount,
       reward_currency, start_within_minutes, maximum_minutes, consent_id, consent_sha256, snapshot, launched_at, closes_at,
       closed_at, created_at)
     SELECT s.id, st.id, CASE WHEN s.closes_at < $1 THEN 'closed' ELSE 'active' END, CASE WHEN s.closes_at < $1 THEN 'date' END,
       'catalogue', st.privacy_level, ${SEATS_PER_SESSION + 20}, st.reward_amount, st.reward_currency, 1440, 120, c.id, c.sha256,
       jsonb_build_object('title', st.title, 'description', st.description, 'duration_minutes', st.duration_minutes,
         'additional_notes', null, 'requirements', '[]'::jsonb, 'eligibility', '[]'::jsonb, 'runtime', null,
         'allow_repeats', false, 'consent_version', 1),
       s.at, s.closes_at, CASE WHEN s.closes_at < $1 THEN s.closes_at END, s.at
     FROM age.session s JOIN research.study st ON st.id = s.study_id JOIN research.consent c ON c.id = s.consent_id`,
    [year.end],
  );
}

/**
 * Inserts records of researchers who opened rosters with names. Each roster was opened twice: when
 * its session closed, and one day later.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Month} month
 */
export async function insertRosterAccesses(db, { from, to }) {
  const opened = `FROM age.session s JOIN research.session r ON r.id = s.id AND r.privacy_level <> 'anonymous',
    generate_series(0, 1) day, LATERAL (SELECT s.closes_at + day * interval '1 day' AS at) x WHERE x.at >= $1 AND x.at < $2`;
  await db.query(
    `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id, at)
     SELECT ${uuidFromTimeSql('o.at')}, l.account_id, o.owner_id, o.study_id, o.id, o.at FROM (SELECT s.*, x.at AS opened_at ${opened}) o0
     JOIN LATERAL (SELECT o0.owner_id, o0.study_id, o0.id, o0.opened_at AS at) o ON true
     JOIN research.participation p ON p.session_id = o.id AND p.state IN ('completed', 'approved', 'rejected')
     JOIN public.age_link l ON l.participation_id = p.id`,
    [from, to],
  );
  await db.query(
    `INSERT INTO platform.audit (id, at, action, actor_id, details, request_id)
     SELECT ${uuidFromTimeSql('x.at')}, x.at, 'roster-opened', s.owner_id,
       jsonb_build_object('study_id', s.study_id, 'session_id', s.id, 'names', 42), gen_random_uuid()::text ${opened}`,
    [from, to],
  );
}

/**
 * Computes the counts of the sessions, which triggers would keep up to date if they were on.
 * @param {import('pg').Client} db
 */
export const updateSessionCounts = (db) =>
  db.query(
    `UPDATE research.session s SET (offered, enrolled, started, completed, waitlisted, withdrawn, timed_out, version) =
       (SELECT count(*) FILTER (WHERE p.state = 'offered'), count(*) FILTER (WHERE p.state = 'enrolled'),
         count(*) FILTER (WHERE p.state = 'started'), count(*) FILTER (WHERE p.state IN ('completed', 'approved')),
         count(*) FILTER (WHERE p.state = 'waitlisted'), count(*) FILTER (WHERE p.state = 'withdrawn'),
         count(*) FILTER (WHERE p.state = 'timed_out'), 1 + count(*)
        FROM research.participation p WHERE p.session_id = s.id)`,
  );
