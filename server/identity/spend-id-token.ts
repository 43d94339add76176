import { sha256 } from '../platform/secrets';
import type { Transaction } from '../platform/unit-of-work';

/**
 * An ID token signs in or links once: whoever finds one in a log comes too late (OpenID Connect Core 1.0, 16.11). Kept is the hash of
 * what is signed, since the signature's own text can be written in several ways. A rollback gives the token back.
 * @returns false when it was used before.
 */
export async function spendIdToken(tx: Transaction, token: string, expiresAt: Date): Promise<boolean> {
  const signed = token.slice(0, token.lastIndexOf('.'));
  const first = await tx.query(`INSERT INTO identity.spent_token (hash, expires_at) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING hash`, [sha256(signed), expiresAt]);
  return first.length > 0;
}
