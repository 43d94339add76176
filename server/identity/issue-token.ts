import { limits } from '../../contracts/limits';
import { days, hours, later } from '../platform/clock';
import { timeOrderedId } from '../platform/ids';
import type { Secrets } from '../platform/secrets';
import type { Transaction } from '../platform/unit-of-work';

export interface IssuedToken { account_id: string; token: string; expires_at: Date }

/**
 * Signs an account in, whatever proved who it is; call it with the account's row locked. Signing in cancels a pending
 * deletion (DOMAIN 1). Twelve hours, remembered thirty days.
 */
export async function issueToken(tx: Transaction, secrets: Secrets, accountId: string, remembered: boolean, now: Date): Promise<IssuedToken> {
  const cancelled = await tx.query(
    `UPDATE identity.account SET deletion_at = NULL, deletion_reminded_at = NULL, updated_at = $2 WHERE id = $1 AND deletion_at IS NOT NULL RETURNING id`, [accountId, now]);
  if (cancelled.length > 0) tx.record('identity.deletion-cancelled', { account_id: accountId });
  const { token, hash } = secrets.newToken();
  const expires_at = later(now, remembered ? days(limits.rememberedTokenDays) : hours(limits.tokenHours));
  await tx.query(
    `INSERT INTO identity.token (id, account_id, hash, remembered, created_at, expires_at) VALUES ($1, $2, $3, $4, $5, $6)`,
    [timeOrderedId(), accountId, hash, remembered, now, expires_at],
  );
  return { account_id: accountId, token, expires_at };
}
