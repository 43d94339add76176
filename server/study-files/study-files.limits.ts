import { limits } from '../../contracts/base/limits';
import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const studyFilesLimits = {
  /** Of an account: each may be hundreds of megabytes. */
  upload: { name: 'study-upload', free: limits.studyUploadsPerAccountAndHour, windowMs: hours(1) },
} satisfies Record<string, Rule>;
