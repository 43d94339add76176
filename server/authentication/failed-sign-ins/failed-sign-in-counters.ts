import type { ErrorCode } from '../../../contracts/base/errors';
import type { Clock } from '../../platform/concurrency/clock';
import type { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { networkOf, RateLimit } from '../../platform/security/rate-limit';
import type { Rule } from '../../platform/security/rate-limit-rule';
import type { Secrets } from '../../platform/security/secrets';
import { authenticationRateLimits } from '../authentication.rate-limits';
import { AccountDisabled } from '../complete-sign-in';
import { recordFailedSignIn } from './failed-sign-ins.store';
import type { Place } from '../known-places/known-places';

/*
 * Failed sign-ins: counted, blocked and recorded (failed-sign-ins/). By password and by a
 * code of the second factor they count against the account and the place where they come from; by
 * the token of a provider, against the network (docs/decisions/sign-in-protection.md).
 */

/** One of the counters that a failed try counts against. */
interface Counter {
  readonly rule: Rule;
  readonly who: string;
}

/**
 * The counters of a password for an address. A browser in which the owner signed in before has one
 * of its own, so that no other person can use it up. Any other counts by address and network, against
 * the network and, unless the owner signed in from that network before, together with all other
 * networks (docs/domain.md, 10).
 * @param address whether it has an account or not: both are counted alike
 */
const passwordCounters = (
  address: string,
  { network, knownBrowser, isKnownNetwork }: Place,
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

/** The counters of a code of the second factor, as those of a password. */
const codeCounters = (
  accountId: string,
  { network, knownBrowser, isKnownNetwork }: Place,
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
 * Adds one to all counters, or to none.
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
 * Checks the counters before a password waits in the hashing queue: a blocked network then uses neither a turn nor a
 * database row for each address that it invents, and an address with too many attempts no turn.
 * @throws DomainError too_many_requests
 */
export async function refuseBlocked(
  limit: RateLimit,
  address: string,
  { network, knownBrowser }: Place,
): Promise<void> {
  if (knownBrowser === null) await limit.check(authenticationRateLimits.signInFromNetwork, network);
  await limit.check(authenticationRateLimits.signInSucceeded, address);
}

/**
 * Counts the attempt before the password is compared and refunds it after a success, so that
 * concurrent attempts cannot exceed the limits.
 * @throws DomainError too_many_requests, also for a right password after too many of them
 */
export async function limitFailedPasswords<T>(
  limit: RateLimit,
  { address, place }: { address: string; place: Place },
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

/** Clears the counters of a network for an account, after a new password was set from that network. */
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
 * Counts a code before it is compared. @throws DomainError too_many_requests
 * @returns a function that removes the count after a right code
 */
export async function limitFailedCodes(
  limit: RateLimit,
  accountId: string,
  place: Place,
): Promise<() => Promise<unknown>> {
  const counters = codeCounters(accountId, place);
  await consumeAll(limit, counters);
  return () => Promise.all(counters.map(({ rule, who }) => limit.forget(rule, who)));
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
 * Records a refused sign-in through an identity provider like one with a bad password. The account is known only when
 * it is disabled.
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
