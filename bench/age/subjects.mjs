import { createHash, randomBytes } from 'node:crypto';

/** How many times each request is measured. */
export const ROUNDS_PER_REQUEST = 30;
const sha256 = (/** @type {string} */ text) => createHash('sha256').update(text).digest();

/**
 * Calls `work` for the items one after the other, since all calls use the same database connection.
 * @template T, R
 * @param {T[]} things
 * @param {(thing: T, i: number) => Promise<R>} work
 */
export async function mapSequentially(things, work) {
  /** @type {R[]} */
  const results = [];
  for (const [i, thing] of things.entries()) results.push(await work(thing, i));
  return results;
}

/**
 * Chooses the people, studies and sessions of the simulated year for which the requests are
 * measured: the largest ones, and some ordinary ones. Each person gets a sign-in to send requests.
 * @param {import('pg').Client} db the owner's connection
 */
export async function findBenchmarkSubjects(db) {
  /**
   * Returns all rows of a query.
   * @param {string} sql @param {unknown[]} [values] @returns {Promise<Record<string, any>[]>}
   */
  const all = async (sql, values = []) => (await db.query(sql, values)).rows;
  const one = async (/** @type {string} */ sql) => (await all(sql))[0] ?? {};
  /** Inserts a sign-in with a second factor, and returns its token. @param {string} account */
  const bearer = async (account) => {
    const token = randomBytes(32).toString('base64url');
    await db.query(
      `INSERT INTO identity.token (id, account_id, hash, remembered, method, second_factor, expires_at)
       VALUES (uuidv7(), $1, $2, false, 'password', true, now() + interval '1 day')`,
      [account, sha256(token)],
    );
    return `Bearer ${token}`;
  };
  const people = `SELECT id, email FROM identity.account WHERE email LIKE 'person-%' AND NOT is_researcher
    AND role IS NULL AND deletion_at IS NULL AND disabled_at IS NULL`;
  const some = await all(`${people} ORDER BY md5(id::text) LIMIT ${ROUNDS_PER_REQUEST}`);
  const busy = await one(
    `SELECT l.account_id AS id FROM public.age_link l GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const tried = await one(
    `SELECT account_id AS id FROM identity.failed_sign_in WHERE account_id IS NOT NULL GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const seen = await one(
    `SELECT account_id AS id FROM identity.roster_access GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const first = await one(
    `SELECT owner_id AS id FROM research.study GROUP BY 1 ORDER BY count(*) DESC LIMIT 1`,
  );
  const usual = await one(`SELECT id FROM identity.account WHERE email = 'person-100@age.test'`);
  const admin = await one(
    `SELECT id FROM identity.account WHERE role = 'ADMINISTRATOR' ORDER BY email LIMIT 1`,
  );
  const named = await one(
    `SELECT s.id, t.owner_id FROM research.session s JOIN research.study t ON t.id = s.study_id
     WHERE s.privacy_level <> 'anonymous' AND s.state = 'closed' ORDER BY s.completed DESC LIMIT 1`,
  );
  const anonymous = await one(
    `SELECT s.id, t.owner_id FROM research.session s JOIN research.study t ON t.id = s.study_id
     WHERE s.privacy_level = 'anonymous' ORDER BY s.id DESC LIMIT 1`,
  );
  const keys = Object.fromEntries(
    await mapSequentially(
      Object.entries({ admin, busy, tried, seen, first, usual }),
      async ([name, { id }]) => [name, await bearer(id)],
    ),
  );
  const each = await mapSequentially(some, ({ id }) => bearer(id));
  const study = await one(
    `SELECT study_id AS id FROM research.session WHERE state = 'active' LIMIT 1`,
  );
  // One of the measured requests counts the people who completed the study `own`. A researcher may
  // name only their own studies in this filter (docs/domain.md, 5).
  const [own = study] = await all(
    `SELECT id FROM research.study WHERE owner_id = $1 ORDER BY id LIMIT 1`,
    [usual.id],
  );
  return { all, bearer, people, some, each, keys, busy, tried, named, anonymous, study, own };
}
