import { studyFilesLimits } from '../../contracts/study-files/limits';
import { hours } from '../platform/concurrency/clock';
import type { Rule } from '../platform/security/rate-limit-rule';

/** The rate limits of this context. Each caller states its counting key. */
export const studyFilesRateLimits = {
  /** Limit per account: each upload may have hundreds of megabytes. */
  upload: {
    name: 'study-upload',
    free: studyFilesLimits.studyUploadsPerAccountAndHour,
    windowMs: hours(1),
  },
  /** Limit per account: pictures and sounds beside a timeline, one by one. */
  timelineFile: {
    name: 'study-timeline-file',
    free: 3_000,
    windowMs: hours(1),
  },
  /** Limit per account: each preview writes the files that it shows. */
  timelinePreview: {
    name: 'study-timeline-preview',
    free: 600,
    windowMs: hours(1),
  },
  /** Limit per account: each preview leaves an address that works for hours. */
  versionPreview: {
    name: 'study-version-preview',
    free: 600,
    windowMs: hours(1),
  },
  /** Limit per account: the timeline of a version is read and checked again each time. */
  versionTimeline: {
    name: 'study-version-timeline',
    free: 600,
    windowMs: hours(1),
  },
  /** Limit per account: each check may take minutes of a worker. */
  lookAgain: {
    name: 'study-look-again',
    free: 30,
    windowMs: hours(1),
  },
  /** Limit per version: the archive is compressed while it is read. */
  archive: {
    name: 'study-version-archive',
    free: 60,
    windowMs: hours(1),
  },
} satisfies Record<string, Rule>;
