import { authenticationLimits } from './authentication.limits';
import type { ErrorCode } from '../../contracts/base/errors';
import type { SignInMethod } from '../../contracts/sign-ins';
import type { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/http/errors';
import { networkOf, RateLimit } from '../platform/security/rate-limit';
import type { UnitOfWork } from '../platform/db/unit-of-work';
import { AccountDisabled } from './complete-sign-in';

/**
 * Errors that suggest guessing: the caller has an invalid token, or tests whether an address has an
 * account.
 */
const bad: readonly ErrorCode[] = [
  'invalid_identity_token',
  'invalid_flow',
  'invalid_invitation',
  'identity_proof_needed',
  'validation_failed',
];
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
 * Bad tokens count against the network. They are counted afterwards, since a signature cannot be
 * guessed: a lecture hall whose students sign in at the same moment and wait for the provider does
 * not lock itself out.
 * @param isBad whether a successful result counts as a failed attempt
 * @throws DomainError too_many_requests
 */
export async function countingFailedAttempts<T>(
  limit: RateLimit,
  ip: string,
  work: () => Promise<T>,
  isBad: (answer: T) => boolean = () => false,
): Promise<T> {
  const network = networkOf(ip);
  await limit.check(authenticationLimits.identityToken, network);
  try {
    const answer = await work();
    if (isBad(answer)) await limit.consume(authenticationLimits.identityToken, network);
    return answer;
  } catch (error) {
    if (error instanceof DomainError && bad.includes(error.code))
      await limit.consume(authenticationLimits.identityToken, network);
    throw error;
  }
}

/**
 * Audits a refused sign-in by an identity, as one with a bad password is. The account is known only
 * when it is disabled.
 */
export async function recordingRefusals<T>(
  work: UnitOfWork,
  clock: Clock,
  { method, requestId }: { method: SignInMethod; requestId: string },
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof DomainError && refused.includes(error.code)) {
      const subject = error instanceof AccountDisabled ? error.accountId : null;
      await work.run(
        (tx) =>
          tx.audit(
            'sign-in-failed',
            { actor: null, subject, details: { method, code: error.code } },
            clock.now(),
          ),
        { requestId },
      );
    }
    throw error;
  }
}
