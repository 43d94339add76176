/** What is known about a session of PsychoJS when it is closed. */
interface Closing {
  /**
   * The value that PsychoJS sends to Pavlovia. It is false also if the study said nothing about
   * completion.
   */
  readonly isCompleted: boolean;
  /** What the study's own code said about completion (psychojs-page.ts). */
  readonly quit: boolean | null | undefined;
  /**
   * Whether the study has sent its data to an address other than Pavlovia's. Our script has
   * recorded that data.
   */
  readonly isSent: boolean;
  readonly hasRows: boolean;
}

/**
 * Decides what the end of a PsychoJS session means. Many studies call `quitPsychoJS()` without
 * arguments after their last row, which is enough for Pavlovia. PsychoPy passes `false` if the
 * participant presses Escape or cancels a dialog.
 * @returns `ask` if the participant must say whether they have finished
 */
export function psychoJsEndOf({
  isCompleted,
  quit,
  isSent,
  hasRows,
}: Closing): 'finish' | 'ask' | 'stop' {
  if (isCompleted || quit === true) return 'finish';
  // The study has already sent its data. The participant may have pressed Escape only after the
  // end, so the page asks.
  if (quit === false) return isSent ? 'ask' : 'stop';
  if (isSent) return 'finish';
  return hasRows ? 'ask' : 'stop';
}
