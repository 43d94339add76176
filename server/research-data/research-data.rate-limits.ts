import { rehearsalLimits } from '../../contracts/runtime/rehearsal-limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * For how many days an export can be downloaded and is listed. It is not among the contract's
 * limits, since every page of the web app would then load it.
 */
export const exportLifetimeDays = 14;

/**
 * The rate limits of this context. A limit counts requests separately for each key. The code that
 * consumes a limit passes this key, for example the id of an account.
 */
export const researchDataRateLimits = {
  /** Limit per account: each request reads all data of a study twice. */
  request: {
    name: 'study-export',
    free: 60,
    windowMs: hours(1),
  },
  /** Limit per account: each import may have a gigabyte. */
  import: { name: 'study-import', free: 20, windowMs: hours(1) },
  /**
   * Limit per account: each request uploads a file of up to 50 megabytes. To add one file, the web
   * app uploads it at least twice: first for a dry run, which stores nothing, then to store the
   * data. The limit counts both requests.
   */
  outside: { name: 'outside-data', free: 120, windowMs: hours(1) },
  /** Limit per account: each call reads all that simulated participants recorded. */
  rehearsal: {
    name: 'rehearsal-data',
    free: rehearsalLimits.readsPerAccountAndHour,
    windowMs: hours(1),
  },
  timing: { name: 'study-timing', free: 1_200, windowMs: hours(1) },
  /** Limit per account: each call reads who took part in a study, and some megabytes of records. */
  variables: { name: 'study-variables', free: 600, windowMs: hours(1) },
  /** Limit per account: each call reads who took part in a study, and two megabytes of records. */
  preview: { name: 'study-data-preview', free: 600, windowMs: hours(1) },
  /** Limit per account for reading and writing descriptions of a study's variables. */
  describe: { name: 'study-variables-described', free: 3_000, windowMs: hours(1) },
  /** Limit per export: each download writes a permanent audit record. */
  download: { name: 'study-export-download', free: 200, windowMs: hours(1) },
} satisfies Record<string, RateLimitRule>;
