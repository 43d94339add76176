import { paymentsLimits } from '../../contracts/payments/limits';
import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context (docs/domain.md, 10). Each caller states its counting key. */
export const paymentsRateLimits = {
  /** Wrong cash codes for one participant: too few attempts to guess one of a million. */
  cashCode: {
    name: 'cash-code',
    free: paymentsLimits.cashCodeTriesPerHour,
    windowMs: hours(1),
  },
  /** Receipt files that visitors at one network address may have checked. */
  receiptCheck: {
    name: 'receipt-check',
    free: paymentsLimits.receiptChecksPerHour,
    perNetwork: true,
    windowMs: hours(1),
  },
  /**
   * Files of gift codes of one researcher: ten thousand codes are read and written in one transaction, and a refusal
   * reveals whether a code is in stock.
   */
  giftCodeFile: { name: 'gift-code-file', free: 60, windowMs: hours(1) },
} satisfies Record<string, Rule>;
