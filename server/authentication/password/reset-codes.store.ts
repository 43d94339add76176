import { authenticationLimits } from '../../../contracts/authentication/limits';
import { hours, addMilliseconds } from '../../platform/concurrency/clock';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction } from '../../platform/db/unit-of-work';
import type { Secrets } from '../../platform/security/secrets';

/**
 * Replaces the reset code of an account whose row is locked or new. The new code works once, within
 * `authenticationLimits.resetCodeHours`. To mail the code, the caller must record the event
 * `identity.reset-requested`.
 */
export async function replaceResetCode(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
  now: Date,
): Promise<{ id: string; code: string }> {
  const id = timeOrderedId();
  const code = secrets.code('reset-code', id);
  await tx.query(`DELETE FROM identity.password_reset WHERE account_id = $1`, [accountId]);
  await tx.query(
    `INSERT INTO identity.password_reset (id, account_id, code_hash, created_at, expires_at) VALUES ($1, $2, $3, $4, $5)`,
    [
      id,
      accountId,
      secrets.codeHash('reset-code', code),
      now,
      addMilliseconds(now, hours(authenticationLimits.resetCodeHours)),
    ],
  );
  return { id, code };
}
