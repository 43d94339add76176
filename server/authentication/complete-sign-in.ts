import { limits } from '../../contracts/base/limits';
import { authenticationLimits } from '../../contracts/authentication/limits';
import type { SignInMethod } from '../../contracts/authentication/sign-ins';
import { cancelDeletion } from '../access/accounts/account-deletion.store';
import type { SignInAccount } from '../access/accounts/accounts.store';
import { deleteOldestTokens, insertToken } from '../access/tokens.store';
import { days, hours, addMilliseconds, minutes } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import { timeOrderedId } from '../platform/db/ids';
import type { Secrets } from '../platform/security/secrets';
import type { Transaction } from '../platform/db/unit-of-work';

/**
 * The token of a new sign-in. `deletion_cancelled`: the sign-in cancelled a pending deletion of the
 * account.
 */
export interface IssuedToken {
  account_id: string;
  token: string;
  expires_at: Date;
  deletion_cancelled: boolean;
}
/**
 * How the account holder signed in: the first factor, whether the sign-in is remembered, the
 * browser. `proved_at`: when the identity provider last authenticated the person (`auth_time`,
 * `AuthnInstant`). It is null or absent if this time is unknown, or if the person authenticated for
 * this sign-in.
 */
export interface FirstFactorDetails {
  method: SignInMethod;
  remembered: boolean;
  device: string | null;
  proved_at?: Date | null;
}
export type SecondFactorMethod = 'totp' | 'passkey' | 'recovery_code';
export interface IssuedChallenge {
  token: string;
  methods: SecondFactorMethod[];
  expires_at: Date;
}
/**
 * What a person gets after the first factor: a token or, if the account has a second factor, a
 * challenge for that factor.
 */
export type SignInResult = IssuedToken | { account_id: string; challenge: IssuedChallenge };

/**
 * The refusal of a sign-in to a disabled account. It contains the account's id for the audit log;
 * the response contains only the error code.
 */
export class AccountDisabledError extends DomainError {
  constructor(readonly accountId: string) {
    super('account_disabled');
  }
}

interface Factors {
  totp: boolean;
  passkey: boolean;
  recovery: boolean;
}

/**
 * Completes a sign-in after a first factor of any kind was proven. Call it in the transaction that
 * verified the factor and that locked, or inserted, the account's row.
 * @throws DomainError account_disabled
 */
export async function completeSignIn(
  tx: Transaction,
  secrets: Secrets,
  { id: accountId, disabled_at }: SignInAccount,
  way: FirstFactorDetails,
  now: Date,
): Promise<SignInResult> {
  if (disabled_at) throw new AccountDisabledError(accountId);
  const [factors] = await tx.query<Factors>(
    `SELECT EXISTS (SELECT 1 FROM identity.totp WHERE account_id = $1
     AND confirmed_at IS NOT NULL) AS totp,
       EXISTS (SELECT 1 FROM identity.passkey WHERE account_id = $1) AS passkey,
       EXISTS (SELECT 1 FROM identity.recovery_code WHERE account_id = $1 AND used_at IS NULL) AS recovery`,
    [accountId],
  );
  if (!factors?.totp && !factors?.passkey)
    return issueToken(tx, secrets, accountId, { ...way, second_factor: false }, now);
  const { token, hash } = secrets.newToken();
  const expires_at = addMilliseconds(now, minutes(authenticationLimits.secondFactorMinutes));
  await tx.query(
    `INSERT INTO identity.second_factor_challenge (id, token_hash, account_id, method, device, remembered, created_at, expires_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [timeOrderedId(), hash, accountId, way.method, way.device, way.remembered, now, expires_at],
  );
  const methods: SecondFactorMethod[] = [
    ...(factors.totp ? ['totp' as const] : []),
    ...(factors.passkey ? ['passkey' as const] : []),
    ...(factors.recovery ? ['recovery_code' as const] : []),
  ];
  return { account_id: accountId, challenge: { token, methods, expires_at } };
}

/**
 * Returns the token, unless the account needs a second factor. Call it after the commit.
 * @throws DomainError second_factor_required, with the challenge
 */
export function requireIssuedToken(entered: SignInResult): IssuedToken {
  if (!('challenge' in entered)) return entered;
  const { token, methods, expires_at } = entered.challenge;
  throw new DomainError(
    'second_factor_required',
    {},
    { challenge: { token, methods, expires_at: expires_at.toISOString() } },
  );
}

/**
 * Issues a token after all required factors were proven. The account's row must be locked. Signing
 * in cancels a pending deletion (docs/domain.md, 1). A token is valid for twelve hours, or for
 * thirty days if the sign-in is remembered. If the account has more than
 * `authenticationLimits.openSignIns` sign-ins, the oldest one ends.
 */
export async function issueToken(
  tx: Transaction,
  secrets: Secrets,
  accountId: string,
  way: FirstFactorDetails & { second_factor: boolean },
  now: Date,
): Promise<IssuedToken> {
  const cancelled = await cancelDeletion(tx, accountId, now);
  if (cancelled) {
    tx.record('identity.deletion-cancelled', { account_id: accountId });
    await tx.audit('deletion-cancelled', { actor: accountId, subject: accountId }, now);
  }
  const { token, hash } = secrets.newToken();
  // The provider's clock may be ahead, but the stored time must not be in the future.
  const proved = way.proved_at && way.proved_at < now ? way.proved_at : now;
  const expires_at = addMilliseconds(
    now,
    way.remembered ? days(limits.rememberedTokenDays) : hours(limits.tokenHours),
  );
  await insertToken(
    tx,
    {
      id: timeOrderedId(),
      account_id: accountId,
      hash,
      remembered: way.remembered,
      method: way.method,
      device: way.device,
      second_factor: way.second_factor,
      proved_at: proved,
      expires_at,
    },
    now,
  );
  await deleteOldestTokens(tx, accountId, authenticationLimits.openSignIns, now);
  await tx.audit(
    'signed-in',
    {
      actor: accountId,
      subject: accountId,
      details: { method: way.method, second_factor: way.second_factor },
    },
    now,
  );
  return { account_id: accountId, token, expires_at, deletion_cancelled: cancelled };
}

/** Makes the fields of a response about a new sign-in, except for the user. */
export const signInResponseFields = ({ token, expires_at, deletion_cancelled }: IssuedToken) => ({
  token,
  token_expires_at: expires_at.toISOString(),
  ...(deletion_cancelled && { deletion_cancelled: true as const }),
});
