import { accountsLimits } from '../../contracts/accounts/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). The code that uses a limit states the key
 * by which it counts.
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
  /**
   * Counts how often a researcher requests the deletion of the account, because each request sends
   * a mail to every administrator.
   */
  deletionRequest: {
    name: 'deletion-request',
    free: accountsLimits.deletionRequestsPerDay,
    windowMs: hours(24),
  },
} satisfies Record<string, RateLimitRule>;
