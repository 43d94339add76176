import { accountsLimits } from '../../contracts/accounts/limits';
import { authenticationLimits } from '../../contracts/authentication/limits';
import { days, hours, minutes } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). The code that uses a limit states the key
 * by which it counts.
 */
export const authenticationRateLimits = {
  signInToAccount: {
    name: 'sign-in-account',
    free: authenticationLimits.signInFailuresPerAccount,
    windowMs: hours(24),
    growing: { firstMs: minutes(0.5), longestMs: hours(1) },
  },
  /**
   * Counts all failed sign-ins to an address from unknown browsers and networks together. So an
   * attacker with many networks gets no more attempts than an attacker with one. A new password
   * deletes the count, and so does a successful sign-in from an unknown browser or network.
   */
  signInFromElsewhere: {
    name: 'sign-in-elsewhere',
    free: authenticationLimits.signInFailuresFromElsewhere,
    windowMs: days(authenticationLimits.signInFailuresFromElsewhereDays),
  },
  signInSucceeded: {
    name: 'sign-in-succeeded',
    free: authenticationLimits.signInsPerAccountAndHour,
    windowMs: hours(1),
  },
  signInFromNetwork: {
    name: 'sign-in-network',
    free: authenticationLimits.signInFailuresPerAddressAndHour,
    perNetwork: true,
    windowMs: hours(1),
    again: { firstMs: hours(2), longestMs: hours(8), memoryMs: hours(24) },
  },
  /**
   * Counts, by network, failed sign-ins through an identity provider. It counts no wrong passwords:
   * otherwise a few mistyped passwords behind one network address would block single sign-on for
   * all people of an organization. A network that exceeds the limit again is not blocked for
   * longer, because a longer block would affect all people of the organization, too.
   */
  identityToken: {
    name: 'identity-token',
    free: authenticationLimits.signInFailuresPerAddressAndHour,
    perNetwork: true,
    windowMs: hours(1),
  },
  secondFactor: {
    name: 'second-factor',
    free: authenticationLimits.secondFactorFailuresPerAccount,
    windowMs: hours(24),
    growing: { firstMs: minutes(0.5), longestMs: hours(1) },
  },
  secondFactorFromElsewhere: {
    name: 'second-factor-elsewhere',
    free: authenticationLimits.secondFactorFailuresFromElsewhere,
    windowMs: hours(24),
  },
  resetRequest: {
    name: 'reset-request',
    free: accountsLimits.registrationsPerAddressAndHour,
    perNetwork: true,
    windowMs: hours(1),
  },
  resetTry: {
    name: 'reset-try',
    free: authenticationLimits.signInFailuresPerAddressAndHour,
    perNetwork: true,
    windowMs: hours(1),
    again: { firstMs: hours(2), longestMs: hours(8), memoryMs: hours(24) },
  },
  oidcFlow: {
    name: 'oidc-flow',
    free: authenticationLimits.oidcFlowsPerAddressAndHour,
    perNetwork: true,
    windowMs: hours(1),
  },
  /**
   * Counts, by network, how often people begin to sign in at an organization's provider, because
   * the server stores a row for each begun sign-in for 15 minutes. The people in a lecture hall,
   * who share one network address, begin a few hundred sign-ins at once.
   */
  signOnBegun: { name: 'sso-begun', free: 2_000, perNetwork: true, windowMs: hours(1) },
  /**
   * Counts refused responses of identity providers, by network, because parsing each of them costs
   * time.
   */
  signOnRefused: { name: 'sso-refused', free: 500, perNetwork: true, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
