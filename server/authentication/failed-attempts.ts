import type { ErrorCode } from '../../contracts/base/errors';
import type { Clock } from '../platform/concurrency/clock';
import type { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/http/errors';
import { networkOf, RateLimit } from '../platform/security/rate-limit';
import type { Secrets } from '../platform/security/secrets';
import { authenticationLimits } from './authentication.limits';
import { AccountDisabled } from './complete-sign-in';
import { recordFailedSignIn } from './failed-sign-ins/failed-sign-ins.store';

/*
 * Failed sign-ins: counted, blocked and recorded (failed-sign-ins/). By password they count against
 * the network and the address; by the token of a provider, against the network. Second factors are
 * counted where they are verified (second-factor/verify-second-factor.command.ts).
 */

/** The network and the email address that failed passwords count against. */
export interface PasswordAttempt {
  network: string;
  address: string;
}

/**
 * Comes before a password waits for its turn of the hashing queue: a blocked network uses neither a
 * turn nor a row for each address that it invents.
 * @throws DomainError too_many_requests
 */
export const refuseBlockedNetwork = (limit: RateLimit, network: string): Promise<void> =>
  limit.check(authenticationLimits.signInFromNetwork, network);

/**
 * Counts the attempt before the password is compared and refunds it after a success, so that
 * concurrent attempts cannot exceed the limits.
 * @throws DomainError too_many_requests
 */
export async function limitFailedPasswords<T>(
  limit: RateLimit,
  { network, address }: PasswordAttempt,
  compare: () => Promise<T>,
  isFailed: (answer: T) => boolean,
): Promise<T> {
  await limit.consume(authenticationLimits.signInFromNetwork, network);
  try {
    await limit.consume(authenticationLimits.signInToAccount, address);
  } catch (error) {
    await limit.refund(authenticationLimits.signInFromNetwork, network);
    throw error;
  }
  const answer = await compare();
  if (!isFailed(answer))
    await Promise.all([
      limit.forget(authenticationLimits.signInToAccount, address),
      limit.refund(authenticationLimits.signInFromNetwork, network),
    ]);
  return answer;
}

/**
 * Errors that suggest guessing: the caller has an invalid token, or tests whether an address has an
 * account.
 */
const guessed: readonly ErrorCode[] = [
  'invalid_identity_token',
  'invalid_flow',
  'invalid_invitation',
  'identity_proof_needed',
  'validation_failed',
];

/**
 * Counts afterwards, since a signature cannot be guessed: a lecture hall whose students sign in at
 * the same moment and wait for the provider does not lock itself out.
 * @param isFailed whether a successful result counts as a failed attempt
 * @throws DomainError too_many_requests
 */
export async function limitFailedTokens<T>(
  limit: RateLimit,
  ip: string,
  work: () => Promise<T>,
  isFailed: (answer: T) => boolean = () => false,
): Promise<T> {
  const network = networkOf(ip);
  await limit.check(authenticationLimits.identityToken, network);
  try {
    const answer = await work();
    if (isFailed(answer)) await limit.consume(authenticationLimits.identityToken, network);
    return answer;
  } catch (error) {
    if (error instanceof DomainError && guessed.includes(error.code))
      await limit.consume(authenticationLimits.identityToken, network);
    throw error;
  }
}

/** Errors that refuse a sign-in by an identity. */
const refused: readonly ErrorCode[] = [
  'invalid_identity_token',
  'issuer_refused',
  'sign_in_not_fresh',
  'identity_unknown',
  'identity_taken',
  'identity_proof_needed',
  'account_disabled',
];

/**
 * Records a refused sign-in by an identity, as one with a bad password is. The account is known only
 * when it is disabled.
 */
export async function countRefusals<T>(
  { unitOfWork, secrets, clock }: { unitOfWork: UnitOfWork; secrets: Secrets; clock: Clock },
  ip: string,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof DomainError && refused.includes(error.code)) {
      const accountId = error instanceof AccountDisabled ? error.accountId : null;
      await recordFailedSignIn(unitOfWork, secrets, { accountId, ip }, clock.now());
    }
    throw error;
  }
}
