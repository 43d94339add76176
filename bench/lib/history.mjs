import { runStep } from '../../scripts/lib/progress.mjs';
import { makePeople, makeRecruitingStudies } from './population.mjs';

const SEATS = 100;
const RECRUITING = 1_000;
/** How many studies the busiest researcher owns. They are the oldest studies in the database. */
const OLD_STUDIES = 200;
/**
 * How many participants the largest session has, and how many participations the busiest person
 * has.
 */
const LARGEST = 5_000;
const BUSIEST = 300;

const FILLED = [
  'identity.account',
  'identity.participation_link',
  'identity.roster_access',
  'research.study',
  'research.consent',
  'research.session',
  'research.participation',
  'research.participation_move',
  'research.agreement',
];

/** SQL that makes a UUIDv4 from a text. The same text gives the same id in every statement. */
export const uuidSql = (/** @type {string} */ text) =>
  `overlay(overlay(md5(${text}) placing '4' from 13) placing '8' from 17)::uuid`;

/**
 * SQL for the state of a participation. In a closed session, of 100 people 85 complete, 10 withdraw
 * and 5 do not start in time. In an open session, all people are enrolled.
 */
const STATE = `CASE WHEN NOT closed THEN 'enrolled' WHEN seat < 85 THEN 'completed'
  WHEN seat < 95 THEN 'withdrawn' ELSE 'timed_out' END`;

/**
 * Drops the indexes of the tables that `work` fills, except those that a constraint needs, and
 * creates them again afterwards. That is several times faster than to update them with each row.
 * @param {import('pg').Client} db
 * @param {() => Promise<void>} work
 */
async function withoutIndexes(db, work) {
  const { rows } = await db.query(
    `SELECT i.indexrelid::regclass::text AS name, pg_get_indexdef(i.indexrelid) AS definition
     FROM pg_index i WHERE i.indrelid = ANY($1::regclass[])
     AND NOT EXISTS (SELECT FROM pg_constraint c WHERE c.conindid = i.indexrelid)`,
    [FILLED],
  );
  for (const { name } of rows) await db.query(`DROP INDEX ${name}`);
  await work();
  for (const { name, definition } of rows)
    await runStep(`creating ${name}`, () => db.query(definition));
}

/**
 * Fills an empty database with the given number of participations. A person has ten participations,
 * a session has 100, a study has two sessions, and 98 % of the sessions are closed. In addition,
 * 1,000 studies without participations recruit. Each participation has a link to its account, an
 * agreement and two transitions. One researcher has the 200 oldest studies, one session has 5,000
 * people, and one person has 300 participations.
 * @param {import('pg').Client} db the owner's connection
 * @param {number} participations a multiple of 30,000
 */
export async function fillDatabase(db, participations) {
  const accounts = participations / 10;
  const studies = participations / (2 * SEATS);
  // Triggers and foreign keys are off, so each row is written with all values that triggers would
  // set.
  await db.query('SET session_replication_role = replica');
  await db.query(`SET maintenance_work_mem = '1GB'`);
  await withoutIndexes(db, async () => {
    await runStep('people', () =>
      db.query(
        `INSERT INTO identity.account (id, email, first_name, last_name, is_researcher, researcher_privilege,
           organization, status, language, created_at)
         SELECT ${uuidSql(`'account' || n`)}, 'past-' || n || '@people.test', 'Ada', 'Lovelace', n % 200 = 0,
           CASE WHEN n % 200 = 0 THEN true END, CASE WHEN n % 200 = 0 THEN 'University of Somewhere' END, 'ACTIVE', 'en',
           now() - interval '5 years'
         FROM generate_series(0, $1::int - 1) n`,
        [accounts],
      ),
    );
    // Account 0 owns the 200 oldest studies. Every other owner has ten studies.
    await db.query(
      `CREATE TEMP TABLE past_study AS
       SELECT n, uuidv7(at - now()) AS id, uuidv7(at - now()) AS consent_id, at,
         ${uuidSql(`'account' || CASE WHEN n < $2 THEN 0 ELSE 200 * (1 + (n / 10) % ($3::int / 200 - 1)) END`)} AS owner_id
       FROM generate_series(0, $1::int - 1) n
       CROSS JOIN LATERAL (SELECT now() - interval '4 years' * (1 - n::float / $1) AS at) t`,
      [studies, OLD_STUDIES, accounts],
    );
    await db.query(
      `CREATE TEMP TABLE past_session AS
       SELECT 2 * n + half AS n, uuidv7(at + half * interval '1 hour' - now()) AS id, p.id AS study_id, p.consent_id,
         at + half * interval '1 hour' AS at, n < $1::int * 0.98 AS closed
       FROM past_study p, generate_series(0, 1) half`,
      [studies],
    );
    await runStep('studies and sessions', async () => {
      await db.query(
        `INSERT INTO research.study (id, owner_id, title, description, duration_minutes, maximum_minutes, privacy_level,
           state, reward_amount, reward_currency, created_at, updated_at)
         SELECT id, owner_id, 'Past study ' || n,
           'What past study ' || n || ' was about. ' || repeat('It is told in a sentence of the usual length. ', 5 + n % 40),
           5 + n % 40, 120, 'roster_on_completion', CASE WHEN n % 3 = 0 THEN 'archived' ELSE 'ready' END, 300 + n % 900, 'EUR',
           at, at FROM past_study`,
      );
      await db.query(
        `INSERT INTO research.consent (id, study_id, version, state, title, kind, body_markdown, sha256)
         SELECT consent_id, id, 1, 'valid', 'Consent', 'markdown', 'I agree to take part.', repeat('0', 64) FROM past_study`,
      );
      await db.query(
        `INSERT INTO research.session (id, study_id, state, audience, privacy_level, capacity, reward_amount, reward_currency,
           start_within_minutes, maximum_minutes, consent_id, consent_sha256, snapshot, launched_at, closed_at, created_at,
           close_reason, enrolled, completed, withdrawn, timed_out, link_key)
         SELECT s.id, s.study_id, CASE WHEN closed THEN 'closed' WHEN n % 2 = 0 THEN 'paused' ELSE 'active' END,
           CASE WHEN closed THEN 'catalogue' ELSE 'link' END,
           CASE n % 10 WHEN 0 THEN 'roster_on_completion' ELSE 'anonymous' END, ${SEATS} + 20, st.reward_amount,
           st.reward_currency, 1440, 120, s.consent_id, repeat('0', 64),
           jsonb_build_object('title', st.title, 'description', st.description, 'duration_minutes', st.duration_minutes,
             'additional_notes', null, 'requirements', '[]'::jsonb, 'eligibility', '[]'::jsonb, 'runtime', null,
             'allow_repeats', false, 'consent_version', 1), s.at, CASE WHEN closed THEN s.at + interval '30 days' END, s.at,
           CASE WHEN closed THEN 'manual' END, CASE WHEN closed THEN 0 ELSE ${SEATS} END, CASE WHEN closed THEN 85 ELSE 0 END,
           CASE WHEN closed THEN 10 ELSE 0 END, CASE WHEN closed THEN 5 ELSE 0 END,
           CASE WHEN NOT closed THEN left(md5(s.id::text), 22) END
         FROM past_session s JOIN research.study st ON st.id = s.study_id`,
      );
    });
    // The numbers of the accounts in a study are 7,919 apart, modulo the number of accounts. So the
    // 200 participants of a study are different people: 7,919 is a prime number that does not
    // divide the number of accounts.
    await runStep('past participations, laid out', () =>
      db.query(
        `CREATE TEMP TABLE past_participation AS
         SELECT ${uuidSql(`'participation' || s.n || '-' || seat`)} AS id, s.id AS session_id, s.study_id, s.consent_id,
           ${uuidSql(`'account' || ((s.n / 2) * 613 + ((s.n % 2) * ${SEATS} + seat) * 7919) % $1::int`)} AS account_id,
           (s.n % 2) * ${SEATS} + seat + 1 AS sequence, ${STATE} AS state, s.at + seat * interval '1 minute' AS at,
           s.n % 10 = 0 AND seat < 85 AND closed AS named
         FROM past_session s, generate_series(0, ${SEATS} - 1) seat`,
        [accounts],
      ),
    );
    await standOut(db, accounts);
    await writeParticipations(db);
  });
  const [owner] = await makePeople(db, 1, { researcher: true });
  await makeRecruitingStudies(db, owner?.id ?? '', RECRUITING, 20);
  await db.query('SET session_replication_role = DEFAULT');
  await runStep('vacuum', () => db.query('VACUUM ANALYZE'));
  await db.query('CHECKPOINT');
}

/**
 * Inserts participations of 5,000 people in one session, which lies in the middle of the four
 * years, and 300 participations of one person.
 * @param {import('pg').Client} db @param {number} accounts
 */
async function standOut(db, accounts) {
  const largest = Math.min(LARGEST, accounts / 2) - SEATS;
  const { rows } = await db.query(
    `UPDATE research.session SET privacy_level = 'roster_on_start', capacity = 10000, completed = completed + $1
     WHERE id = (SELECT id FROM past_session ORDER BY n OFFSET (SELECT count(*) / 2 FROM past_session) LIMIT 1)
     RETURNING id, study_id, consent_id, launched_at`,
    [largest],
  );
  const { id, study_id, consent_id, launched_at } = rows[0];
  await db.query(
    `INSERT INTO past_participation
     SELECT ${uuidSql(`'largest' || n`)}, $1, $2, $3, a.id, 1000 + n, 'completed', $4::timestamptz + n * interval '1 minute', false
     FROM (SELECT row_number() OVER () AS n, id FROM (SELECT ${uuidSql(`'account' || n`)} AS id
       FROM generate_series(0, $5::int - 1) n EXCEPT SELECT account_id FROM past_participation WHERE study_id = $2
       LIMIT $6) free) a`,
    [id, study_id, consent_id, launched_at, accounts, largest],
  );
  await db.query(
    `INSERT INTO past_participation
     SELECT ${uuidSql(`'busiest' || n`)}, id, study_id, consent_id, ${uuidSql(`'account1'`)}, 9999, 'completed', at, false
     FROM (SELECT * FROM past_session s WHERE n % 2 = 0 AND closed AND NOT EXISTS (SELECT FROM past_participation p
       WHERE p.study_id = s.study_id AND p.account_id = ${uuidSql(`'account1'`)}) ORDER BY md5(n::text) LIMIT $1) s`,
    [BUSIEST - 10],
  );
}

/** @param {import('pg').Client} db */
async function writeParticipations(db) {
  const pseudonym = `decode(md5(account_id::text || study_id::text), 'hex')`;
  await runStep('participations', () =>
    db.query(
      `INSERT INTO research.participation (id, session_id, study_id, pseudonym, state, exclusive, moved_by, started_at,
         created_at, updated_at)
       SELECT id, session_id, study_id, ${pseudonym}, state, true, 'participant',
         CASE WHEN state = 'completed' THEN at END, at, at FROM past_participation`,
    ),
  );
  await runStep('links', () =>
    db.query(
      `INSERT INTO identity.participation_link (participation_id, account_id)
       SELECT id, account_id FROM past_participation`,
    ),
  );
  await runStep('agreements', () =>
    db.query(
      `INSERT INTO research.agreement (id, study_id, consent_id, consent_version, pseudonym, locale, sha256, method, at,
         sequence, seal)
       SELECT gen_random_uuid(), study_id, consent_id, 1, ${pseudonym}, 'en', repeat('0', 64), 'web', at,
         sequence, sha256(id::text::bytea) FROM past_participation`,
    ),
  );
  await runStep('transitions', () =>
    db.query(
      `INSERT INTO research.participation_move (participation_id, from_state, to_state, moved_by, at)
       SELECT id, CASE step WHEN 1 THEN 'enrolled' END, CASE step WHEN 1 THEN state ELSE 'enrolled' END, 'participant', at
       FROM past_participation, generate_series(0, 1) step`,
    ),
  );
  await runStep('opened rosters', () =>
    db.query(
      `INSERT INTO identity.roster_access (id, account_id, researcher_id, study_id, session_id, at)
       SELECT gen_random_uuid(), p.account_id, st.owner_id, p.study_id, p.session_id, p.at + day * interval '1 day'
       FROM past_participation p JOIN research.study st ON st.id = p.study_id, generate_series(1, 2) day WHERE named`,
    ),
  );
}
