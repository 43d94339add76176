import { accountsLimits } from '../../contracts/accounts/limits';
import { hours, addMilliseconds } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { sha256, type Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';

/**
 * Creates a key for the verification mail, valid for 24 hours. Only its hash is stored; the mail
 * derives the key again from the row's id.
 * @param browserHash the hash of the registering browser's secret; if null, the hash is copied from
 * an earlier valid key of the account
 */
export async function createVerification(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
  now: Date,
  browserHash: Buffer | null = null,
): Promise<void> {
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.verification (id, account_id, key_hash, browser_hash, created_at, expires_at)
     VALUES ($1, $2::uuid, $3, coalesce($6::bytea, (SELECT v.browser_hash FROM identity.verification v
       WHERE v.account_id = $2 AND v.browser_hash IS NOT NULL AND v.expires_at > $4
       ORDER BY v.created_at DESC LIMIT 1)), $4::timestamptz, $5)`,
    [
      id,
      accountId,
      sha256(secrets.linkKey('verification-key', id)),
      now,
      addMilliseconds(now, hours(accountsLimits.verificationKeyHours)),
      browserHash,
    ],
  );
}

/**
 * Finds the email address to which a verification key was mailed, even if the key has expired.
 * Locks no row.
 */
export async function emailOfVerification(
  tx: Transaction,
  keyHash: Buffer,
): Promise<string | undefined> {
  const [asked] = await tx.query<{ email: string }>(
    `SELECT p.email FROM identity.verification v JOIN identity.person p ON p.id = v.account_id WHERE v.key_hash = $1`,
    [keyHash],
  );
  return asked?.email;
}

/**
 * Finds the account whose address this key can verify, or has verified already; undefined if the
 * key is unknown or expired. The caller must have locked the address.
 */
export async function accountOfVerification(
  tx: Transaction,
  keyHash: Buffer,
  now: Date,
): Promise<{ account_id: string; used: boolean } | undefined> {
  const [found] = await tx.query<{ account_id: string; used: boolean }>(
    `SELECT account_id, used FROM identity.verification WHERE key_hash = $1 AND expires_at > $2`,
    [keyHash, now],
  );
  return found;
}

/**
 * Finds the accounts that were registered with this address in this browser and are still
 * unverified. Leaves out accounts without a valid verification key. The caller must have locked the
 * address.
 */
export async function registrationsOfBrowser(
  tx: Transaction,
  email: string,
  browserHash: Buffer,
  now: Date,
): Promise<string[]> {
  const own = await tx.query<{ account_id: string }>(
    `SELECT v.account_id FROM identity.verification v JOIN identity.person p ON p.id = v.account_id
     WHERE p.email = $1 AND p.status = 'NEW' AND v.browser_hash = $2 AND v.expires_at > $3`,
    [email, browserHash, now],
  );
  return own.map(({ account_id }) => account_id);
}

/**
 * Ends the verification keys of an account that has become ACTIVE. Their hashes stay until they
 * expire: if a mail scanner opens the link and presses the button first, the person who then uses
 * the same key gets the answer `already_confirmed`.
 */
export async function markVerificationsUsed(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    `UPDATE identity.verification SET used = true, browser_hash = NULL WHERE account_id = $1`,
    [accountId],
  );
}
