import type { Secrets } from '../../platform/security/secrets';

/*
 * The rows of identity.participation_link (docs/decisions/privacy-schemas.md). The rows of an
 * account are numbered from 0 without gaps. `entry` is a keyed hash of the account and the number,
 * by which the account finds the row. `account` is the encrypted account id. A reader without the
 * key sees neither whose row it is, nor which rows belong to the same account. For each account,
 * the server derives a list key of 32 bytes from its secret, and PostgreSQL computes the hashes
 * with this key. After a change of the secret, the key and each of its hashes begin with one byte
 * more: the version of the secret.
 */

const keyBytes = 32;
const entryBytes = 16;

/**
 * SQL: the hash (`entry`) of an account's link with a number.
 * @param key the key of the account's list
 * @param n an integer, the number of the link
 */
const entryOf = (key: string, n: string): string =>
  `substr(${key}, 1, octet_length(${key}) - ${keyBytes})
     || substr(sha256(${key} || int4send(${n})), 1, ${entryBytes})`;

/**
 * SQL condition: the account with this list key has a link with this number. PostgreSQL runs it as
 * one index lookup; with EXISTS it might hash the complete table first.
 */
const isTaken = (key: string, n: string): string => `((
    SELECT true FROM identity.participation_link t WHERE t.entry = ${entryOf(key, n)}
  ) IS NOT NULL)`;

/**
 * How many numbers are tried one by one to find the next free number of an account. Most people
 * have fewer participations, and for them this is faster than a bisection.
 */
const few = 32;

/**
 * SQL: the next free number among the links of the account with the list key `key`. Tries the first
 * few numbers one by one. If all are taken, doubles the number until it finds a free one, and then
 * finds the first free number by bisection. This works because the numbers have no gaps.
 */
const nextNumber = (key: string): string => `coalesce((
  SELECT first.n
  FROM (SELECT generate_series(0, ${few - 1}) AS n) AS first
  WHERE NOT ${isTaken(key, 'first.n')}
  LIMIT 1
), (
  WITH RECURSIVE search (lo, hi) AS (
    SELECT ${few - 1}, NULL::integer
    UNION ALL
    SELECT
      CASE WHEN taken THEN probe ELSE lo END,
      CASE WHEN taken THEN hi ELSE probe END
    FROM (
      SELECT lo, hi, probe, ${isTaken(key, 'probe')} AS taken
      FROM (
        SELECT lo, hi, coalesce((lo + hi) / 2, 2 * lo + 2) AS probe
        FROM search
        WHERE hi IS NULL OR hi - lo > 1
      ) AS untried
    ) AS tried
  )
  SELECT hi FROM search WHERE hi - lo = 1
))`;

/**
 * SQL: the columns `participation_id`, `entry` and `account` of new links. `relation` gives the
 * participations, with the columns `participation_id`, `list_key` and `account`. The rows are in
 * the order of `entry`, so that two transactions that write links of one account cannot deadlock.
 * The unique index refuses the rows of the later transaction, which must start again
 * (isLinkEntryConflict).
 */
export const newLinksSql = (relation: string): string => `
  SELECT a.participation_id, ${entryOf('a.list_key', `${nextNumber('a.list_key')} + a.nth`)} AS entry, a.account
  FROM (
    SELECT r.participation_id, r.list_key, r.account,
      (row_number() OVER (PARTITION BY r.list_key ORDER BY r.participation_id) - 1)::integer AS nth
    FROM ${relation} r
  ) AS a
  ORDER BY 2`;

/**
 * SQL for WITH RECURSIVE: the table `own (participation_id)` with all participations of one
 * account. Run it under the role commonlab_link. $1: the list keys of the account. $2: the account
 * id, which finds rows that are not encrypted yet.
 * - OFFSET 0 makes PostgreSQL look up each entry by its key instead of reading the whole table. A
 *   statement that joins `own` needs OFFSET 0 too, since PostgreSQL cannot estimate the number of
 *   rows in `own`.
 * - The keys are in a subquery, so that PostgreSQL uses a cached generic plan instead of planning
 *   each time.
 */
export const linksOfAccountSql = `
  walked AS (
    SELECT k.list_key, 0 AS n, l.participation_id
    FROM unnest((SELECT $1::bytea[])) AS k (list_key)
    CROSS JOIN LATERAL (SELECT t.participation_id FROM identity.participation_link t
      WHERE t.entry = ${entryOf('k.list_key', '0')} OFFSET 0) AS l
    UNION ALL
    SELECT w.list_key, w.n + 1, l.participation_id
    FROM walked w
    CROSS JOIN LATERAL (SELECT t.participation_id FROM identity.participation_link t
      WHERE t.entry = ${entryOf('w.list_key', 'w.n + 1')} OFFSET 0) AS l
  ), own AS (
    SELECT participation_id FROM walked
    UNION ALL
    SELECT participation_id FROM identity.participation_link WHERE account_id = $2
  )`;

/** Makes the parameters $1 and $2 of a statement that begins with `linksOfAccountSql`. */
export const linksOfAccountParameters = (
  secrets: Secrets,
  accountId: string,
): [Buffer[], string] => [secrets.stamps('participation-list', accountId), accountId];

/**
 * Computes the parts of a new link only when they are needed. Most applicants get no seat, and then
 * no link is made.
 */
export interface NewLink {
  /** Derives the account's list key from the current version of the secret. */
  listKey(): Buffer;
  /** Encrypts the account's id for the link of one participation. */
  account(participationId: string): Buffer;
}

export const newLinkOf = (secrets: Secrets, accountId: string): NewLink => ({
  listKey: () => secrets.stamp('participation-list', accountId),
  account: (participationId) => secrets.seal('participation-link', participationId, accountId),
});

/** The columns of a link that lead back to the account. */
export interface AccountReference {
  participation_id: string;
  /** The encrypted account id; null if nothing needs it any more. */
  account: Buffer | null;
  /** The plain account id of a row that is not encrypted yet; null in all other rows. */
  account_id: string | null;
}

/**
 * Reads the account from a link, and decrypts it.
 * @returns null if the reference to the account was deleted
 */
export const accountOfLink = (secrets: Secrets, link: AccountReference): string | null =>
  link.account === null
    ? link.account_id
    : secrets.open('participation-link', link.participation_id, link.account);

/**
 * Whether the unique index refused a new link because another transaction used the account's next
 * number at the same moment: then the caller must start again.
 */
export const isLinkEntryConflict = (error: unknown): boolean =>
  (error as { constraint?: unknown } | null)?.constraint === 'participation_link_entry';
