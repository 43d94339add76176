import { paymentsLimits } from '../../contracts/payments/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). The code that applies a limit states by
 * which key it counts, such as an account.
 */
export const paymentsRateLimits = {
  /**
   * How many wrong cash codes may be entered for one participant per hour. There are a million
   * codes, so guessing practically never succeeds.
   */
  cashCode: {
    name: 'cash-code',
    free: paymentsLimits.cashCodeTriesPerHour,
    windowMs: hours(1),
  },
  /**
   * How many files the visitors at one network address may send per hour to the check whether a
   * file is a genuine receipt.
   */
  receiptCheck: {
    name: 'receipt-check',
    free: paymentsLimits.receiptChecksPerHour,
    perNetwork: true,
    windowMs: hours(1),
  },
  /**
   * How many files of gift codes one researcher may add per hour. Each file may contain ten
   * thousand codes, and each refusal reveals whether a code is in stock.
   */
  giftCodeFile: { name: 'gift-code-file', free: 60, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
