import { accountsLimits } from '../../contracts/accounts/limits';
import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). Each use states the key that it counts by.
 */
export const accountsRateLimits = {
  registration: {
    name: 'registration',
    free: accountsLimits.registrationsPerAddressAndHour,
    perNetwork: true,
    windowMs: hours(1),
  },
  verificationMail: {
    name: 'verification-mail',
    free: accountsLimits.registrationsPerAddressAndHour,
    windowMs: hours(1),
  },
  /** Requests of a researcher to leave: each costs every administrator a mail. */
  deletionRequest: {
    name: 'deletion-request',
    free: accountsLimits.deletionRequestsPerDay,
    windowMs: hours(24),
  },
} satisfies Record<string, Rule>;
