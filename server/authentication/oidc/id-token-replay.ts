import { authenticationLimits } from '../../../contracts/authentication/limits';
import { addMilliseconds, minutes } from '../../platform/concurrency/clock';
import { sha256 } from '../../platform/security/secrets';
import type { Transaction } from '../../platform/db/unit-of-work';

/**
 * Records the use of an ID token. The token may be used again for two minutes after its first use,
 * because a client that lost the response tries again. If a token leaks later, for instance through
 * a log, it is refused (OpenID Connect Core 1.0, 16.11). The stored hash covers only the signed
 * part, because the signature can be encoded in several ways. If the transaction is rolled back,
 * the token counts as unused.
 * @returns false if the first use was more than two minutes ago
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
  return (
    first !== undefined &&
    addMilliseconds(first.used_at, minutes(authenticationLimits.idTokenRetryMinutes)) > now
  );
}
