import {
  ACCOUNTS_PER_RESEARCHER,
  randomSql,
  uuidFromTimeSql,
  truncateToMsSql,
} from './volumes.mjs';

export const PASSWORD = 'Bench-Pass-2026!';
/** The share of accounts that registered before the year; all others register during it. */
export const SHARE_OF_EARLIER_ACCOUNTS = 0.9;

const FIRST = [
  'Ada',
  'Björn',
  'Chloé',
  'Deniz',
  'Elif',
  'Frieda',
  'Grace',
  'Hüseyin',
  'Ines',
  'Jan',
];
const LAST = [
  'Acar',
  'Bernoulli',
  'Curie',
  'Dąbrowska',
  'Euler',
  'Fischer',
  'Gauß',
  'Hopper',
  'Ito',
  'Jensen',
];
const texts = (/** @type {string[]} */ words) => `(ARRAY['${words.join("','")}'])`;

/**
 * Inserts accounts with demographics, requests to delete accounts, and registrations that were
 * never verified. Five accounts are administrators. Each account of a researcher has a review,
 * which an administrator has decided or which is still pending. The table `age.account` numbers the
 * accounts.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Year} year
 * @param {string} passwordHash
 */
export async function makeAccounts(db, year, passwordHash) {
  const last = `initcap(substr(md5(n::text || 'name'), 1, 2)) || '-' || ${texts(LAST)}[1 + n % 10]`;
  await db.query(
    `CREATE UNLOGGED TABLE age.account AS
     SELECT n, ${uuidFromTimeSql('at')} AS id, at FROM (
       SELECT n, ${truncateToMsSql(`CASE WHEN n < $1::int * ${SHARE_OF_EARLIER_ACCOUNTS}
         THEN $2::timestamptz - interval '3 years' * (1 - n / ($1::int * ${SHARE_OF_EARLIER_ACCOUNTS}))
         ELSE $2::timestamptz + ($3::timestamptz - $2::timestamptz)
           * ((n - $1::int * ${SHARE_OF_EARLIER_ACCOUNTS}) / ($1::int * ${1 - SHARE_OF_EARLIER_ACCOUNTS})) END`)} AS at
       FROM generate_series(0, $1::int - 1) n) a`,
    [year.accounts, year.begin, year.end],
  );
  await db.query('ALTER TABLE age.account ADD PRIMARY KEY (n)');
  await db.query(
    `INSERT INTO identity.account (id, email, first_name, last_name, password_hash, role, is_researcher,
       researcher_privilege, organization, interests, status, language, deletion_at, created_at, updated_at)
     SELECT id, 'person-' || n || '@age.test', ${texts(FIRST)}[1 + n / 10 % 10], ${last}, $1,
       CASE WHEN n BETWEEN 1 AND 5 THEN 'ADMINISTRATOR' END, r, CASE WHEN r THEN true END,
       CASE WHEN r THEN 'University of ' || ${texts(LAST)}[1 + n / 100 % 10] END, CASE WHEN r THEN 'Memory' END,
       'ACTIVE', CASE WHEN n % 3 = 0 THEN 'de' ELSE 'en' END,
       CASE WHEN n % 200 = 151 THEN $2::timestamptz - interval '1 hour' END, at, at
     FROM (SELECT *, n % ${ACCOUNTS_PER_RESEARCHER} = 0 AS r FROM age.account) a`,
    [passwordHash, year.end],
  );
  await db.query(
    `INSERT INTO identity.demographics (account_id, date_of_birth, education_level, updated_at)
     SELECT id, date '1960-01-01' + (${randomSql(year, 'n')} * 16000)::int,
       (ARRAY['high_school', 'bachelor', 'master', 'doctorate'])[1 + n % 4], at FROM age.account WHERE n % 5 > 0`,
  );
  // One review in twenty is still pending.
  await db.query(
    `INSERT INTO identity.review (id, account_id, state, organization, interests, requested_at, decided_at, decided_by)
     SELECT ${uuidFromTimeSql('a.at')}, a.id, CASE WHEN w THEN 'pending' ELSE 'approved' END, p.organization, p.interests, a.at,
       CASE WHEN NOT w THEN a.at + interval '1 day' END, CASE WHEN NOT w THEN (SELECT id FROM age.account WHERE n = 1) END
     FROM (SELECT *, n / ${ACCOUNTS_PER_RESEARCHER} % 20 = 19 AS w FROM age.account WHERE n % ${ACCOUNTS_PER_RESEARCHER} = 0) a
     JOIN identity.account p ON p.id = a.id`,
  );
  await db.query(
    `INSERT INTO identity.account (id, email, first_name, last_name, password_hash, is_researcher, status, language,
       created_at, updated_at)
     SELECT ${uuidFromTimeSql('at')}, 'nobody-' || n || '@age.test', ${texts(FIRST)}[1 + n / 10 % 10], ${last}, $1, false,
       'NEW', 'en', at, at
     FROM (SELECT n, ${truncateToMsSql(`$2::timestamptz + ($3::timestamptz - $2::timestamptz) * ${randomSql(year, 'n', 1)}`)} AS at
       FROM generate_series(1, $4::int / 20) n) a`,
    [passwordHash, year.begin, year.end, year.accounts],
  );
  await db.query(
    `INSERT INTO identity.verification (id, account_id, key_hash, created_at, expires_at)
     SELECT ${uuidFromTimeSql('created_at')}, id, sha256(id::text::bytea), created_at, created_at + interval '1 day'
     FROM identity.account WHERE status = 'NEW'`,
  );
}

/**
 * Inserts the audit records of a month about accounts: registrations, and accounts that an
 * administrator disabled, with the reason. It does not change the accounts, so they stay enabled.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Month} month
 * @param {(note: string, reason: string) => string} noteMac the product's function
 */
export async function insertAccountAuditRecords(db, { from, to }, noteMac) {
  await db.query(
    `INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
     SELECT ${uuidFromTimeSql('at')}, at, action, id, id, details, gen_random_uuid()::text FROM age.account a, LATERAL (VALUES
       ('account-registered', '{"method": "password", "is_researcher": false}'::jsonb), ('account-activated', '{}')) v (action, details)
     WHERE at >= $1 AND at < $2`,
    [from, to],
  );
  const { rows } = await db.query(
    `SELECT ${uuidFromTimeSql('at')} AS note, a.id, at, 'It was asked for in letter no. ' || n || '.' AS reason
     FROM (SELECT *, ${truncateToMsSql(`$1::timestamptz + ($2::timestamptz - $1::timestamptz) * (n % 977) / 977.0`)} AS at
       FROM age.account WHERE n % 1000 = 99 + 10 * (extract(month FROM $1::timestamptz)::int)) a(n, id, made, at)`,
    [from, to],
  );
  for (const { note, id, at, reason } of rows) {
    await db.query(
      `INSERT INTO identity.account_note (id, account_id, reason, created_at) VALUES ($1, $2, $3, $4)`,
      [note, id, reason, at],
    );
    await db.query(
      `INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
       SELECT ${uuidFromTimeSql('$1::timestamptz')}, $1::timestamptz, 'account-disabled', (SELECT id FROM age.account WHERE n = 1), $2,
         jsonb_build_object('note', $3::text, 'note_mac', $4::text), gen_random_uuid()::text`,
      [at, id, note, noteMac(note, reason)],
    );
  }
}
