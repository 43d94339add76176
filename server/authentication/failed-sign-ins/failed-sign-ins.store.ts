import { isIPv4 } from 'node:net';
import { timeOrderedId } from '../../platform/db/ids';
import type { Transaction, UnitOfWork } from '../../platform/db/unit-of-work';
import { clientNetworkOf } from '../../platform/security/rate-limit';
import type { Secrets } from '../../platform/security/secrets';

const foreignKeyViolation = '23503';

export interface SignInAttempt {
  /** The id of the account with the address; null if no account has it. */
  readonly accountId: string | null;
  readonly ip: string;
}

/**
 * Returns the network by which failed sign-ins are stored: an IPv4 /24 or an IPv6 /64. Rate limits
 * use the single IPv4 address, but these rows stay for months and must not contain it.
 */
export function failedSignInNetworkOf(ip: string): string {
  const network = clientNetworkOf(ip);
  return isIPv4(network) ? network.replace(/\d+$/, '0/24') : network;
}

/**
 * Counts a failed sign-in. The statement is the same for known and unknown addresses, so that both
 * take equally long (docs/decisions/accounts-and-registration.md). An attacker with many networks
 * adds one row for each account, network and hour, not one for each attempt.
 */
export async function countFailedSignIn(
  tx: Transaction,
  secrets: Secrets,
  { accountId, ip }: SignInAttempt,
  at: Date,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.failed_sign_in AS f (id, account_id, network, hour, count)
     VALUES ($1, $2, $3, date_trunc('hour', $4::timestamptz, 'UTC'), 1)
     ON CONFLICT (account_id, network, hour) DO UPDATE SET count = f.count + 1`,
    [timeOrderedId(), accountId, secrets.stamp('failed-sign-in', failedSignInNetworkOf(ip)), at],
  );
}

/**
 * Counts a failed sign-in in a transaction of its own, because the transaction of the sign-in was
 * rolled back. If the account was purged in the meantime, the failure is counted without an
 * account.
 */
export async function countFailureAfterRollback(
  unitOfWork: UnitOfWork,
  secrets: Secrets,
  failed: SignInAttempt,
  at: Date,
): Promise<void> {
  const count = (of: SignInAttempt) =>
    unitOfWork.run((tx) => countFailedSignIn(tx, secrets, of, at));
  try {
    await count(failed);
  } catch (error) {
    if ((error as { code?: string }).code !== foreignKeyViolation) throw error;
    await count({ ...failed, accountId: null });
  }
}
