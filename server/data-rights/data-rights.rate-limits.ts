import { dataRightsLimits } from '../../contracts/data-rights/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context (docs/domain.md, 10). The code that uses a limit states the key
 * by which it counts.
 */
export const dataRightsRateLimits = {
  exportRequest: { name: 'export', free: dataRightsLimits.exportsPerDay, windowMs: hours(24) },
  /**
   * Counts downloads. Each download writes a permanent audit record, and a person with a signed
   * address could otherwise write an unlimited number of records. The limit allows for many
   * interrupted downloads.
   */
  exportDownload: { name: 'export-download', free: 200, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
