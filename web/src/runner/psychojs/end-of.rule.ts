/** What is known when a session of PsychoJS is closed. */
interface Closing {
  /** The value that PsychoJS sends: it is false also if the study stated nothing. */
  readonly isCompleted: boolean;
  /** What the study's own code stated (psychojs-page.ts). */
  readonly quit: boolean | null | undefined;
  /** Whether the study sent its data elsewhere, where it was recorded. */
  readonly isSent: boolean;
  readonly hasRows: boolean;
}

/**
 * What the end of a PsychoJS session means. Many studies call `quitPsychoJS()` without arguments after their last row, since Pavlovia
 * requires nothing else; PsychoPy passes `false` for Escape and for a cancelled dialog.
 * @returns `ask` if the person must say whether they have finished
 */
export function endOf({ isCompleted, quit, isSent, hasRows }: Closing): 'finish' | 'ask' | 'stop' {
  if (isCompleted || quit === true) return 'finish';
  // The study has sent its data, so Escape need not mean that the participant stopped in the middle.
  if (quit === false) return isSent ? 'ask' : 'stop';
  if (isSent) return 'finish';
  return hasRows ? 'ask' : 'stop';
}
