import { studyFilesLimits } from '../../contracts/study-files/limits';
import { hours } from '../platform/concurrency/clock';
import type { RateLimitRule } from '../platform/security/rate-limit-rule';

/**
 * The rate limits of this context. Code that applies a limit states for which key it counts, such
 * as an account.
 */
export const studyFilesRateLimits = {
  /** Uploads of an account: each may have hundreds of megabytes. */
  upload: {
    name: 'study-upload',
    free: studyFilesLimits.studyUploadsPerAccountAndHour,
    windowMs: hours(1),
  },
  /** Files that an account adds to timelines: researchers add pictures and sounds one by one. */
  timelineFile: {
    name: 'study-timeline-file',
    free: 3_000,
    windowMs: hours(1),
  },
  /** Previews of an account: each one writes the files that it shows. */
  timelinePreview: {
    name: 'study-timeline-preview',
    free: 600,
    windowMs: hours(1),
  },
  /** Preview addresses of an account: each one works for hours. */
  versionPreview: {
    name: 'study-version-preview',
    free: 600,
    windowMs: hours(1),
  },
  /** Readings of versions' timelines by an account: the file is parsed and checked each time. */
  versionTimeline: {
    name: 'study-version-timeline',
    free: 600,
    windowMs: hours(1),
  },
  /** Requested checks of an account: each may occupy a worker for minutes. */
  lookAgain: {
    name: 'study-look-again',
    free: 30,
    windowMs: hours(1),
  },
  /** Downloads of a version: the archive is compressed while it is read. */
  archive: {
    name: 'study-version-archive',
    free: 60,
    windowMs: hours(1),
  },
} satisfies Record<string, RateLimitRule>;
