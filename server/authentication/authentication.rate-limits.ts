import { accountsLimits } from '../../contracts/accounts/limits';
import { authenticationLimits } from '../../contracts/authentication/limits';
import { days, hours, minutes } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). Each use states the key that it counts by.
 */
export const authenticationRateLimits = {
  signInToAccount: {
    name: 'sign-in-account',
    free: authenticationLimits.signInFailuresPerAccount,
    windowMs: hours(24),
    growing: { firstMs: minutes(0.5), longestMs: hours(1) },
  },
  /**
   * All failures from unknown browsers and networks together, so that an attacker with many networks gets no more
   * tries than with one. Cleared by a success from there or a new password.
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
   * A separate limit without growing blocks: otherwise a few mistyped passwords behind one network address would
   * block single sign-on for all people of the organization.
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
   * Sign-ons started at an organization's provider, by network. Each leaves a row for 15 minutes; a
   * lecture hall behind one address begins a few hundred.
   */
  signOnBegun: { name: 'sso-begun', free: 2_000, perNetwork: true, windowMs: hours(1) },
  /** Refused responses of providers, by network: each costs the parsing of a document. */
  signOnRefused: { name: 'sso-refused', free: 500, perNetwork: true, windowMs: hours(1) },
} satisfies Record<string, Rule>;
