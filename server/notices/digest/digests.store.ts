import type { Transaction } from '../../platform/db/unit-of-work';
import type { DigestTimeSettings, LastDigest } from './digest-time';

/** Reads the last digest of an account; undefined if there was none within the retention period. */
export async function lastDigestOf(
  tx: Transaction,
  accountId: string,
): Promise<LastDigest | undefined> {
  const [last] = await tx.query<LastDigest>(
    `SELECT to_char(day, 'YYYY-MM-DD') AS day, until AS at FROM identity.digest
     WHERE account_id = $1 ORDER BY day DESC LIMIT 1`,
    [accountId],
  );
  return last;
}

export interface DueDigest extends DigestTimeSettings {
  account_id: string;
  /**
   * The column is never null for a person whose digest is due; a constraint of the table ensures
   * this.
   */
  seen_until: Date | null;
  last_day: string | null;
  last_at: Date | null;
}

/**
 * SQL condition for the people whose digest is due.
 * @param now an operand of type timestamptz
 */
const isDueBy = (now: string): string => `p.new_studies AND p.digest_at <= ${now}`;
/**
 * SQL condition: a digest is due for at least one person.
 * @param now an operand of type timestamptz
 */
export const isAnyDigestDueSql = (now: string): string =>
  `EXISTS (SELECT FROM identity.notice_preference p WHERE ${isDueBy(now)})`;

/** Locks the next people whose digest is due. Another worker skips them and takes other people. */
export const lockDueDigests = (tx: Transaction, now: Date, atMost: number): Promise<DueDigest[]> =>
  tx.query<DueDigest>(
    `SELECT p.account_id, p.zone, p.quiet_from, p.quiet_until, p.seen_until,
       to_char(l.day, 'YYYY-MM-DD') AS last_day, l.until AS last_at
     FROM identity.notice_preference p
     LEFT JOIN LATERAL (SELECT d.day, d.until FROM identity.digest d
       WHERE d.account_id = p.account_id ORDER BY d.day DESC LIMIT 1) l ON true
     WHERE ${isDueBy('$1::timestamptz')}
     ORDER BY p.digest_at, p.account_id LIMIT $2::integer
     FOR NO KEY UPDATE OF p SKIP LOCKED`,
    [now, atMost],
  );

export interface NewDigest {
  account_id: string;
  day: string;
  since: Date;
}

/**
 * Stores new digests. A person gets at most one a day.
 * @returns the digests that did not exist before
 */
export const addDigests = (
  tx: Transaction,
  digests: readonly NewDigest[],
  until: Date,
): Promise<{ account_id: string; day: string }[]> =>
  tx.query(
    `INSERT INTO identity.digest (id, account_id, day, since, until)
     SELECT gen_random_uuid(), d.account_id, d.day, d.since, $4
     FROM unnest($1::uuid[], $2::date[], $3::timestamptz[]) AS d (account_id, day, since)
     ON CONFLICT (account_id, day) DO NOTHING
     RETURNING account_id, to_char(day, 'YYYY-MM-DD') AS day`,
    [
      digests.map((one) => one.account_id),
      digests.map((one) => one.day),
      digests.map((one) => one.since),
      until,
    ],
  );

export interface DigestCheck {
  account_id: string;
  digest_at: Date;
  seen_until: Date | null;
}

export async function storeDigestChecks(
  tx: Transaction,
  looked: readonly DigestCheck[],
): Promise<void> {
  await tx.query(
    `UPDATE identity.notice_preference p SET digest_at = l.digest_at, seen_until = l.seen_until
     FROM unnest($1::uuid[], $2::timestamptz[], $3::timestamptz[])
       AS l (account_id, digest_at, seen_until)
     WHERE p.account_id = l.account_id`,
    [
      looked.map((one) => one.account_id),
      looked.map((one) => one.digest_at),
      looked.map((one) => one.seen_until),
    ],
  );
}
