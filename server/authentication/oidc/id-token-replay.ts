import { limits } from '../../../contracts/base/limits';
import { later, minutes } from '../../platform/concurrency/clock';
import { sha256 } from '../../platform/security/secrets';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * An ID token signs in or links for two minutes after it first did, since a client whose answer was
 * lost sends it again; whoever finds one in a log comes too late (OpenID Connect Core 1.0, 16.11).
 * Kept is the hash of what is signed, since the signature's own text can be written in several
 * ways. A rollback leaves the token as it was.
 * @returns false when it was used longer ago.
 */
export async function rejectReplayedIdToken(
  tx: Transaction,
  token: string,
  expiresAt: Date,
  now: Date,
): Promise<boolean> {
  const signed = token.slice(0, token.lastIndexOf('.'));
  const [first] = await tx.query<{ used_at: Date }>(
    `INSERT INTO identity.used_id_token AS s (hash, used_at, expires_at) VALUES ($1, $2, $3)
     ON CONFLICT (hash) DO UPDATE SET hash = s.hash RETURNING used_at`,
    [sha256(signed), now, expiresAt],
  );
  return first !== undefined && later(first.used_at, minutes(limits.idTokenRetryMinutes)) > now;
}
