import { limits } from '../../../contracts/base/limits';
import type { Secrets } from '../../platform/security/secrets';
import { DomainError } from '../../platform/errors/errors';
import type { Person } from '../../access/person';
import type { Transaction } from '../../platform/db/unit-of-work';
import { lockAccount, type AccountRow } from '../../access/accounts/accounts.store';
import {
  forgetSecondFactorProofs,
  hasProvenSecondFactor,
  markSecondFactorProven,
} from '../../access/tokens.store';
import { revokeSignIns } from '../sign-ins/revoke-sign-ins';
import { deleteChallengesOf } from '../sign-ins/challenges.store';
import { replaceRecoveryCodes } from './recovery-codes';

export type FactorKind = 'totp' | 'passkey';
/** The account holder, and the sign-in with which they make the change. */
export type OwnSignIn = Pick<Person, 'account_id' | 'token_id'>;

/**
 * Only an account that sees other people's data and whose address is verified may have a second
 * factor: otherwise an attacker could register another person's address and lock its owner out.
 * @throws DomainError forbidden, email_not_verified
 */
export const mayHaveSecondFactor = ({
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
 * Serializes all changes to the factors of one account.
 * @throws DomainError unauthenticated, when the account was erased
 */
export async function lockFactorOwner(tx: Transaction, accountId: string): Promise<AccountRow> {
  const account = await lockAccount(tx, accountId);
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
 * Where the account has a second factor, this sign-in must have proven one before it adds, removes
 * or renews any; signing in again asks for it. Requires the lock, since the first one may have been
 * confirmed a moment ago.
 * @returns how many there are
 * @throws DomainError recent_sign_in_required; unauthenticated, when the sign-in has ended
 * meanwhile
 */
export async function mustHaveProvenFactor(tx: Transaction, signIn: OwnSignIn): Promise<number> {
  const isProven = await hasProvenSecondFactor(tx, signIn);
  if (isProven === undefined) throw new DomainError('unauthenticated');
  const { factors } = await leftOver(tx, signIn.account_id);
  if (factors > 0 && !isProven)
    throw new DomainError('recent_sign_in_required', { minutes: limits.recentSignInMinutes });
  return factors;
}

/**
 * The first factor revokes every other sign-in: none of them has proven it, and an attacker's
 * sign-in may be the reason for adding it. The current sign-in has just proven it.
 * @returns recovery codes for an account that has none.
 */
export async function factorAdded(
  tx: Transaction,
  secrets: Secrets,
  { account_id, token_id }: OwnSignIn,
  kind: FactorKind,
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
 * Removing the last factor deletes the recovery codes and invalidates the proofs of earlier
 * sign-ins.
 */
export async function factorRemoved(
  tx: Transaction,
  accountId: string,
  kind: FactorKind,
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
