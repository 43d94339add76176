import { randomSql, uuidFromTimeSql, truncateToMsSql } from './volumes.mjs';

/**
 * Inserts the sign-ins of a month, each with its record in the audit log. Some sign-ins are
 * long-lived ("remember me"). One sign-in in seven has ended: its token is deleted, and it has a
 * second audit record and an event.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Year} year
 * @param {import('./volumes.mjs').Month} month
 */
export async function insertSignIns(db, year, { from, to, nth }) {
  const perMonth = Math.floor(year.signIns / 12);
  await db.query(
    `CREATE TEMP TABLE sign_in AS
     SELECT s.*, ${uuidFromTimeSql('s.at')} AS id, a.id AS account_id,
       s.at + CASE WHEN remembered THEN interval '30 days' ELSE interval '12 hours' END AS expires_at,
       -- Within the month: the chain of the audit log is in the order of time.
       CASE WHEN ${randomSql(year, 's.n', 4)} < 0.15 THEN
         least(${truncateToMsSql(`s.at + interval '2 hours' * ${randomSql(year, 's.n', 5)}`)},
               $2::timestamptz - interval '1 ms') END AS ended_at
     FROM (SELECT n, ${truncateToMsSql(`$1::timestamptz + ($2::timestamptz - $1::timestamptz) * ${randomSql(year, 'n', 1)}`)} AS at,
         -- A tenth of the people sign in half of the times.
         floor($4::int * 0.9 * CASE WHEN n % 2 = 0 THEN 0.1 ELSE 1 END * ${randomSql(year, 'n', 2)})::int AS person,
         ${randomSql(year, 'n', 3)} < 0.3 AS remembered
       FROM generate_series($3::bigint * $5, $3::bigint * ($5 + 1) - 1) n) s
     JOIN age.account a ON a.n = s.person`,
    [from, to, perMonth, year.accounts, nth],
  );
  const method = `CASE WHEN n % 20 < 16 THEN 'password' WHEN n % 20 < 19 THEN 'google' ELSE 'ssoready' END`;
  await db.query(
    `INSERT INTO identity.token (id, account_id, hash, remembered, method, device, second_factor, proved_at,
       last_used_at, created_at, expires_at)
     SELECT id, account_id, sha256(int8send(n)), remembered, ${method},
       (ARRAY['Firefox on Windows', 'Safari on iPhone', 'Chrome on Android'])[1 + n % 3], false, at,
       least(expires_at, at + interval '1 hour'), at, expires_at FROM sign_in WHERE ended_at IS NULL`,
  );
  await db.query(
    `INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
     SELECT ${uuidFromTimeSql('at')}, at, 'signed-in', account_id, account_id,
       jsonb_build_object('method', ${method}, 'second_factor', false), gen_random_uuid()::text FROM sign_in
     UNION ALL
     SELECT ${uuidFromTimeSql('ended_at')}, ended_at, 'sign-in-ended', account_id, account_id,
       jsonb_build_object('sign_in', id), gen_random_uuid()::text FROM sign_in WHERE ended_at IS NOT NULL`,
  );
  await db.query(
    `INSERT INTO age.event (name, data, at)
     SELECT 'identity.signed-out', jsonb_build_object('account_id', account_id, 'token_id', id), ended_at
     FROM sign_in WHERE ended_at IS NOT NULL`,
  );
  await db.query('DROP TABLE sign_in');
}

/**
 * Inserts failed sign-ins of a botnet, which tries passwords in bursts of one to five from one
 * network at one email address. Four bursts in ten are for addresses without an account. As in the
 * product, the failures are counted by account, network and hour, and also by email address.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Year} year
 * @param {import('./volumes.mjs').Month} month
 */
export async function insertFailedSignIns(db, year, { from, to, nth }) {
  const bursts = Math.floor(year.failedSignIns / 12 / 3);
  await db.query(
    `INSERT INTO identity.failed_sign_in (id, account_id, network, hour, count)
     SELECT ${uuidFromTimeSql('hour')}, a.id, sha256(int4send(network)), hour, sum(tries) FROM (
       SELECT CASE WHEN ${randomSql(year, 'n', 11)} < 0.6 THEN floor($4::int * ${randomSql(year, 'n', 12)})::int END AS person,
         floor($6::int * ${randomSql(year, 'n', 13)})::int AS network,
         date_trunc('hour', $1::timestamptz + ($2::timestamptz - $1::timestamptz) * ${randomSql(year, 'n', 14)}, 'UTC') AS hour,
         1 + floor(5 * ${randomSql(year, 'n', 15)})::int AS tries
       FROM generate_series($3::bigint * $5, $3::bigint * ($5 + 1) - 1) n) b
     LEFT JOIN age.account a ON a.n = b.person
     GROUP BY a.id, network, hour
     ON CONFLICT (account_id, network, hour) DO UPDATE SET count = failed_sign_in.count + excluded.count`,
    [from, to, bursts, year.accounts, nth, year.networks],
  );
  await db.query(
    `INSERT INTO platform.rate_limit_counter (key, count, window_ends_at)
     SELECT sha256(int8send(n)), 3, $1::timestamptz - interval '1 hour' * ${randomSql(year, 'n', 16)}
     FROM generate_series($2::bigint * $3 + 1, $2::bigint * $3 + $2::bigint / 20) n`,
    [to, bursts, nth],
  );
}

/**
 * Inserts requests for a new password, of which two in three were used, and data exports with the
 * bytes of their files. A retention job of the product later deletes these bytes.
 * @param {import('pg').Client} db
 * @param {import('./volumes.mjs').Year} year
 * @param {import('./volumes.mjs').Month} month
 */
export async function insertResetsAndExports(db, year, { from, to, nth }) {
  const moment = (/** @type {number} */ salt) =>
    truncateToMsSql(
      `$1::timestamptz + ($2::timestamptz - $1::timestamptz) * 0.99 * ${randomSql(year, 'n', salt)}`,
    );
  const asked = (/** @type {number} */ salt) =>
    `CREATE TEMP TABLE asked AS
     SELECT s.n, a.id AS account_id, s.at, ${uuidFromTimeSql('s.at')} AS id
     FROM (SELECT n, ${moment(salt)} AS at,
       floor($5::int * 0.9 * ${randomSql(year, 'n', salt + 1)})::int AS person
       FROM generate_series($3::bigint * $4, $3::bigint * ($4 + 1) - 1) n) s
     JOIN age.account a ON a.n = s.person`;
  const values = (/** @type {number} */ count) => [
    from,
    to,
    Math.ceil(count / 12),
    nth,
    year.accounts,
  ];
  await db.query(asked(21), values(year.resets));
  await db.query(`
    INSERT INTO identity.password_reset (id, account_id, code_hash, created_at, expires_at)
      SELECT id, account_id, sha256(id::text::bytea), at, at + interval '1 day' FROM asked WHERE n % 3 = 0;
    INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
      SELECT ${uuidFromTimeSql('at')}, at, 'password-reset', account_id, account_id, jsonb_build_object('ended', n % 4),
        gen_random_uuid()::text FROM asked WHERE n % 3 > 0;
    INSERT INTO age.event (name, data, at)
      SELECT 'identity.reset-requested', jsonb_build_object('reset_id', id, 'account_id', account_id), at FROM asked
      UNION ALL
      SELECT 'identity.password-reset', jsonb_build_object('account_id', account_id), at FROM asked WHERE n % 3 > 0;
    DROP TABLE asked`);
  await db.query(asked(31), values(year.exports));
  await db.query(`
    INSERT INTO identity.export (id, account_id, state, progress, tries, size, requested_at, ready_at, expires_at)
      SELECT id, account_id, 'ready', 100, 1, 30000, at, at + interval '1 minute', at + interval '7 days' FROM asked;
    INSERT INTO identity.export_part (export_id, first_byte, id, bytes)
      SELECT id, 0, gen_random_uuid(), (SELECT string_agg(sha256((id::text || i)::bytea), '') FROM generate_series(1, 938) i) FROM asked;
    INSERT INTO platform.audit (id, at, action, actor_id, subject_id, details, request_id)
      SELECT ${uuidFromTimeSql('at')}, at, 'data-exported', account_id, account_id,
        jsonb_build_object('step', 'asked', 'export_id', id), gen_random_uuid()::text FROM asked;
    INSERT INTO age.event (name, data, at)
      SELECT name, jsonb_build_object('account_id', account_id, 'export_id', id), at
      FROM asked, unnest(ARRAY['identity.export-requested', 'identity.export-ready']) name;
    DROP TABLE asked`);
}
