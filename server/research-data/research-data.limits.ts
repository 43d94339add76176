import { limits } from '../../contracts/base/limits';
import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const researchDataLimits = {
  /** Of an account: each reads all data of a study twice. */
  request: {
    name: 'study-export',
    free: limits.studyExportsPerAccountAndHour,
    windowMs: hours(1),
  },
  /** Of an export: each download writes a record that stays. */
  download: { name: 'study-export-download', free: 200, windowMs: hours(1) },
} satisfies Record<string, Rule>;
