import { hours } from '../../platform/concurrency/clock';
import type { Rule } from '../../platform/security/rate-limit-rule';

/**
 * Limit per account: a file of ten thousand codes is read and written in one transaction, and a refusal says whether a
 * code is in stock.
 */
export const giftCodeRateLimit: Rule = { name: 'gift-code-file', free: 60, windowMs: hours(1) };
