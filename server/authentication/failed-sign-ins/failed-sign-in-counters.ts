import type { ErrorCode } from '../../../contracts/base/errors';
import type { Clock } from '../../platform/concurrency/clock';
import type { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { clientNetworkOf, RateLimit } from '../../platform/security/rate-limit';
import type { RateLimitRule } from '../../platform/security/rate-limit-rule';
import type { Secrets } from '../../platform/security/secrets';
import { authenticationRateLimits } from '../authentication.rate-limits';
import { AccountDisabledError } from '../complete-sign-in';
import { countFailureAfterRollback } from './failed-sign-ins.store';
import type { SignInAttemptPlace } from '../known-places/known-places';

/*
 * Counts, blocks and records failed sign-ins. A failure by password or by a second factor's code
 * counts against the account and the place from which it came; a failure by a provider's token
 * counts against the network (docs/decisions/sign-in-protection.md).
 */

/** One of the rate-limit counters that an attempt to sign in increases. */
interface Counter {
  readonly rule: RateLimitRule;
  readonly who: string;
}

/**
 * Lists the counters that an attempt to sign in with a password increases (docs/domain.md, 10):
 * - If the owner of the address signed in with this browser before: only the counter of this
 *   browser and address, which no other person can use up.
 * - Otherwise: the counter of the network, and the counter of the address in this network. If the
 *   owner never signed in from this network, also the counter of the address in all unknown
 *   networks.
 * @param address counted in the same way whether it has an account or not
 */
const passwordCounters = (
  address: string,
  { network, knownBrowser, isKnownNetwork }: SignInAttemptPlace,
): Counter[] =>
  knownBrowser === null
    ? [
        { rule: authenticationRateLimits.signInFromNetwork, who: network },
        { rule: authenticationRateLimits.signInToAccount, who: `${address} ${network}` },
        ...(isKnownNetwork
          ? []
          : [{ rule: authenticationRateLimits.signInFromElsewhere, who: address }]),
      ]
    : [{ rule: authenticationRateLimits.signInToAccount, who: `${address} ${knownBrowser}` }];

/**
 * Lists the counters that an attempt with a code of the second factor increases. They distinguish
 * browsers and networks in the same way as the counters of passwords.
 */
const codeCounters = (
  accountId: string,
  { network, knownBrowser, isKnownNetwork }: SignInAttemptPlace,
): Counter[] => [
  {
    rule: authenticationRateLimits.secondFactor,
    who: `${accountId} ${knownBrowser ?? network}`,
  },
  ...(knownBrowser !== null || isKnownNetwork
    ? []
    : [{ rule: authenticationRateLimits.secondFactorFromElsewhere, who: accountId }]),
];

/**
 * Adds one to all of the counters, or to none of them.
 * @throws DomainError too_many_requests
 */
async function consumeAll(limit: RateLimit, counters: readonly Counter[]): Promise<void> {
  for (const [i, { rule, who }] of counters.entries())
    try {
      await limit.consume(rule, who);
    } catch (error) {
      await Promise.all(counters.slice(0, i).map((taken) => limit.refund(taken.rule, taken.who)));
      throw error;
    }
}

/**
 * Checks the counters before a password waits in the hashing queue. An attempt that is refused here
 * takes no place in the queue. It also adds no rows to the database, so a blocked network cannot
 * fill the database with the addresses that it tries.
 * @throws DomainError too_many_requests
 */
export async function refuseBlockedSignIn(
  limit: RateLimit,
  address: string,
  { network, knownBrowser }: SignInAttemptPlace,
): Promise<void> {
  if (knownBrowser === null) await limit.check(authenticationRateLimits.signInFromNetwork, network);
  await limit.check(authenticationRateLimits.signInSucceeded, address);
}

/**
 * Counts the attempt before the password is compared, and subtracts it after a success, so that
 * concurrent attempts cannot exceed the limits.
 * @throws DomainError too_many_requests, also for the right password after too many failures
 */
export async function limitFailedPasswords<T>(
  limit: RateLimit,
  { address, place }: { address: string; place: SignInAttemptPlace },
  compare: () => Promise<T>,
  isFailed: (answer: T) => boolean,
): Promise<T> {
  const counters = passwordCounters(address, place);
  await consumeAll(limit, counters);
  const answer = await compare();
  if (isFailed(answer)) return answer;
  await Promise.all(
    counters.map(({ rule, who }) =>
      rule === authenticationRateLimits.signInFromNetwork
        ? limit.refund(rule, who)
        : limit.forget(rule, who),
    ),
  );
  await limit.consume(authenticationRateLimits.signInSucceeded, address);
  return answer;
}

/**
 * Deletes the counts of failed passwords of an address for this network, and for all unknown
 * networks together. Called after a new password was set from this network.
 */
export const forgetFailedPasswords = (
  limit: RateLimit,
  address: string,
  network: string,
): Promise<unknown> =>
  Promise.all([
    limit.forget(authenticationRateLimits.signInToAccount, `${address} ${network}`),
    limit.forget(authenticationRateLimits.signInFromElsewhere, address),
  ]);

/**
 * Counts an attempt with a code before the code is compared.
 * @throws DomainError too_many_requests
 * @returns a function that deletes the counts, which the caller calls after a right code
 */
export async function limitCodeAttempts(
  limit: RateLimit,
  accountId: string,
  place: SignInAttemptPlace,
): Promise<() => Promise<unknown>> {
  const counters = codeCounters(accountId, place);
  await consumeAll(limit, counters);
  return () => Promise.all(counters.map(({ rule, who }) => limit.forget(rule, who)));
}

/**
 * Errors that may mean that the caller is guessing: it has an invalid token, or tests whether an
 * address has an account.
 */
const guessed: readonly ErrorCode[] = [
  'invalid_identity_token',
  'invalid_flow',
  'invalid_invitation',
  'identity_proof_needed',
  'validation_failed',
];

/**
 * Counts a sign-in with an identity provider only after it failed. A pending sign-in does not
 * count, for two reasons. An attacker gains nothing from many pending sign-ins, since a signature
 * cannot be guessed. And if pending sign-ins counted, they would block a lecture hall whose
 * students all wait for the provider at the same moment.
 * @param isFailed whether a result counts as a failed attempt although no error was thrown
 * @throws DomainError too_many_requests
 */
export async function limitFailedProviderSignIns<T>(
  limit: RateLimit,
  ip: string,
  work: () => Promise<T>,
  isFailed: (answer: T) => boolean = () => false,
): Promise<T> {
  const network = clientNetworkOf(ip);
  await limit.check(authenticationRateLimits.identityToken, network);
  try {
    const answer = await work();
    if (isFailed(answer)) await limit.consume(authenticationRateLimits.identityToken, network);
    return answer;
  } catch (error) {
    if (error instanceof DomainError && guessed.includes(error.code))
      await limit.consume(authenticationRateLimits.identityToken, network);
    throw error;
  }
}

/** Error codes with which a sign-in through an identity provider is refused. */
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
 * Records a refused sign-in through an identity provider like a sign-in with a wrong password. The
 * record names an account only if the sign-in was refused because that account is disabled.
 */
export async function countRefusedProviderSignIn<T>(
  { unitOfWork, secrets, clock }: { unitOfWork: UnitOfWork; secrets: Secrets; clock: Clock },
  ip: string,
  signIn: () => Promise<T>,
): Promise<T> {
  try {
    return await signIn();
  } catch (error) {
    if (error instanceof DomainError && refused.includes(error.code)) {
      const accountId = error instanceof AccountDisabledError ? error.accountId : null;
      await countFailureAfterRollback(unitOfWork, secrets, { accountId, ip }, clock.now());
    }
    throw error;
  }
}
