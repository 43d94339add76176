import { limits } from '../../contracts/limits';
import { hours, later } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { sha256, type Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';

/**
 * A key for the verification mail, valid for 24 hours. Only its hash is kept; the mail's writer
 * derives the key again from the row's id.
 */
export async function newVerification(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
  now: Date,
): Promise<void> {
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.verification (id, account_id, key_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [
      id,
      accountId,
      sha256(secrets.linkKey('verification-key', id)),
      now,
      later(now, hours(limits.verificationKeyHours)),
    ],
  );
}
