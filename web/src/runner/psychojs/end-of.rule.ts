/** What is known when a session of PsychoJS is closed. */
interface Closing {
  /** As PsychoJS sends it: false also where the study said nothing. */
  readonly isCompleted: boolean;
  /** What the study's own code said (psychojs-page.ts). */
  readonly quit: boolean | null | undefined;
  /** Its data were sent somewhere else, and taken here. */
  readonly isSent: boolean;
  readonly hasRows: boolean;
}

/**
 * What the end of a PsychoJS session means. `quitPsychoJS()` without more is what many studies call after
 * their last row, since Pavlovia asks for nothing else; `false` is written by PsychoPy for Escape and for a
 * dialog that was cancelled.
 * @returns `ask`: the person says whether they have done it all
 */
export function endOf({ isCompleted, quit, isSent, hasRows }: Closing): 'finish' | 'ask' | 'stop' {
  if (isCompleted || quit === true) return 'finish';
  // Data that were sent after the last row do not say what Escape in the middle says.
  if (quit === false) return isSent ? 'ask' : 'stop';
  if (isSent) return 'finish';
  return hasRows ? 'ask' : 'stop';
}
