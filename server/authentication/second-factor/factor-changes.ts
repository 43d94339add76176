import { limits } from '../../../contracts/base/limits';
import type { Secrets } from '../../platform/security/secrets';
import { DomainError } from '../../platform/errors/errors';
import type { Person } from '../../access/person';
import type { Transaction } from '../../platform/db/unit-of-work';
import { lockAccountRow, type AccountRow } from '../../access/accounts/accounts.store';
import {
  forgetSecondFactorProofs,
  hasProvenSecondFactor,
  markSecondFactorProven,
} from '../../access/tokens.store';
import { revokeSignIns } from '../sign-ins/revoke-sign-ins';
import { deleteChallengesOf } from '../sign-ins/challenges.store';
import { replaceRecoveryCodes } from './recovery-codes';

export type SecondFactorKind = 'totp' | 'passkey';
/** The account holder, and the sign-in with which they make the change. */
export type CurrentSignIn = Pick<Person, 'account_id' | 'token_id'>;

/**
 * Checks that the account may have a second factor: only accounts of researchers and administrators
 * may, because they see other people's data, and only with a verified address. Otherwise an
 * attacker could register another person's address, add a second factor, and lock the owner of the
 * address out.
 * @throws DomainError forbidden, email_not_verified
 */
export const mustBeEligibleForSecondFactor = ({
  is_researcher,
  role,
  second_factor_missing,
  status,
}: Person) => {
  if (!is_researcher && role !== 'ADMINISTRATOR' && !second_factor_missing)
    throw new DomainError('forbidden');
  if (status !== 'ACTIVE') throw new DomainError('email_not_verified');
};

/**
 * Locks an account, so that changes to its second factors run one after the other.
 * @throws DomainError unauthenticated if the account was erased
 */
export async function lockRowForFactorChange(
  tx: Transaction,
  accountId: string,
): Promise<AccountRow> {
  const account = await lockAccountRow(tx, accountId);
  if (!account) throw new DomainError('unauthenticated');
  return account;
}

const leftOver = async (tx: Transaction, accountId: string) => {
  const [row] = await tx.query<{ factors: number; codes: number }>(
    `SELECT (SELECT count(*) FROM identity.totp WHERE account_id = $1
     AND confirmed_at IS NOT NULL)::int + (SELECT count(*) FROM identity.passkey
     WHERE account_id = $1)::int AS factors,
       (SELECT count(*) FROM identity.recovery_code WHERE account_id = $1 AND used_at IS NULL)::int AS codes`,
    [accountId],
  );
  return row ?? { factors: 0, codes: 0 };
};

/**
 * Checks that this sign-in may change the second factors of the account. If the account has a
 * second factor, the sign-in must have proven a second factor; otherwise the person must sign in
 * again. The account must be locked, because a concurrent request may be adding the account's first
 * second factor.
 * @returns how many second factors the account has
 * @throws DomainError recent_sign_in_required; unauthenticated if the sign-in has ended in the
 * meantime
 */
export async function mustHaveProvenFactor(
  tx: Transaction,
  signIn: CurrentSignIn,
): Promise<number> {
  const isProven = await hasProvenSecondFactor(tx, signIn);
  if (isProven === undefined) throw new DomainError('unauthenticated');
  const { factors } = await leftOver(tx, signIn.account_id);
  if (factors > 0 && !isProven)
    throw new DomainError('recent_sign_in_required', { minutes: limits.recentSignInMinutes });
  return factors;
}

/**
 * Records that a second factor was added. If it is the account's first one, revokes all sign-ins
 * except the current one: only the current sign-in has proven the factor, and the person may be
 * adding it because an attacker has signed in.
 * @returns recovery codes, if the account has none
 */
export async function recordFactorAddition(
  tx: Transaction,
  secrets: Secrets,
  { account_id, token_id }: CurrentSignIn,
  kind: SecondFactorKind,
  now: Date,
): Promise<string[] | null> {
  tx.record('identity.second-factor-changed', { account_id });
  await tx.audit(
    'second-factor-added',
    { actor: account_id, subject: account_id, details: { factor: kind } },
    now,
  );
  const { factors, codes } = await leftOver(tx, account_id);
  if (factors === 1) {
    await revokeSignIns(tx, account_id, token_id, now);
    await markSecondFactorProven(tx, token_id);
  }
  return codes > 0 ? null : replaceRecoveryCodes(tx, secrets, account_id);
}

/**
 * Records that a second factor was removed. If it was the account's last one, deletes the recovery
 * codes, and removes the proofs of the second factor from all sign-ins.
 */
export async function recordFactorRemoval(
  tx: Transaction,
  accountId: string,
  kind: SecondFactorKind,
  now: Date,
): Promise<void> {
  tx.record('identity.second-factor-changed', { account_id: accountId });
  await tx.audit(
    'second-factor-removed',
    { actor: accountId, subject: accountId, details: { factor: kind } },
    now,
  );
  if ((await leftOver(tx, accountId)).factors > 0) return;
  await tx.query(`DELETE FROM identity.recovery_code WHERE account_id = $1`, [accountId]);
  await deleteChallengesOf(tx, accountId);
  await forgetSecondFactorProofs(tx, accountId);
}
