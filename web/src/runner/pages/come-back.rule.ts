import type { HostedRuntime } from '../../../../contracts/study-files/hosted-runtime';

type Resume = HostedRuntime['resume'];

/** A text of the runner, with the value to insert into it. */
export interface ResumeNotice {
  text:
    | 'resume_one_sitting'
    | `resume_${'trial' | 'component' | 'restart'}`
    | `resume_${'trial' | 'component' | 'restart'}_minutes`;
  /** The number of hours or minutes that the text names. */
  count?: number;
}

/**
 * Chooses the text about how long a participant who leaves may come back. The seat is free again
 * `maximumMinutes` after the start, so the text never names a longer time
 * (server/enrolment/transitions/transition-transaction.ts).
 */
export function resumeNoticeOf({ mode, hours }: Resume, maximumMinutes: number): ResumeNotice {
  if (mode === 'one_sitting') return { text: 'resume_one_sitting' };
  return maximumMinutes < hours * 60
    ? { text: `resume_${mode}_minutes`, count: maximumMinutes }
    : { text: `resume_${mode}`, count: hours };
}
