import type { PageAppearance } from '../messages';

/**
 * What the page around a study knows about whether the study still works. Times are in milliseconds
 * of one clock; null means that the event has not happened so far.
 */
export interface LivenessState {
  /** When the frame was put into the page. */
  readonly opened: number;
  /** The time at which the study's present page had loaded; null until then. */
  readonly complete: number | null;
  readonly shown: PageAppearance['shown'];
  /** The time since which the page has shown no content; null while it shows content. */
  readonly emptySince: number | null;
  /** Whether the study has ever shown content. */
  readonly hadContent: boolean;
  /** When content last appeared. */
  readonly contentSince: number;
  /** Whether the study has recorded anything. */
  readonly began: boolean;
  /**
   * When an uncaught error happened or a script failed to load; null if the study has made progress
   * since then.
   */
  readonly error: number | null;
  /** When the study last recorded something, or changed what it shows. */
  readonly sign: number;
  /** How many presses since the error had no effect. */
  readonly idle: number;
}

export const livenessAtOpening = (now: number): LivenessState => ({
  opened: now,
  complete: null,
  shown: 'nothing',
  emptySince: now,
  hadContent: false,
  contentSince: now,
  began: false,
  error: null,
  sign: now,
  idle: 0,
});

export type LivenessSign =
  | { readonly type: 'looks'; readonly looks: PageAppearance }
  /**
   * The browser reports that it has drawn something of the page, perhaps inside elements that no
   * script can inspect.
   */
  | { readonly type: 'painted' }
  | { readonly type: 'recorded' }
  | { readonly type: 'error' };

export function livenessStateAfter(
  life: LivenessState,
  sign: LivenessSign,
  now: number,
): LivenessState {
  // If a study records something, or shows something again, it is still running, so an earlier
  // error did not stop it.
  if (sign.type === 'recorded') return { ...life, began: true, error: null, sign: now, idle: 0 };
  if (sign.type === 'error') {
    const isKnown = life.error !== null && life.error >= life.contentSince;
    return { ...life, error: isKnown ? life.error : now };
  }
  const { shown, complete, idle } =
    sign.type === 'looks'
      ? sign.looks
      : { shown: 'content' as const, complete: life.complete !== null, idle: life.idle };
  const isEmpty = shown !== 'content';
  const comes = !isEmpty && life.emptySince !== null;
  return {
    ...life,
    error: comes && life.hadContent ? null : life.error,
    contentSince: comes ? now : life.contentSince,
    shown,
    idle,
    complete: complete ? (life.complete ?? now) : null,
    emptySince: isEmpty ? (life.emptySince ?? now) : null,
    hadContent: life.hadContent || !isEmpty,
    sign: shown === life.shown && idle > 0 ? life.sign : now,
  };
}

/**
 * After an error, the study counts as not started once its page has shown no content for this long.
 */
const afterErrorMs = 3_000;
/**
 * Without an error, the study counts as not started once its loaded page has shown nothing at all
 * for this long.
 */
const nothingMs = 12_000;
/**
 * The study counts as not started if its page has not loaded after this time, for example because a
 * server from which it loads files does not answer.
 */
const loadingMs = 45_000;
/**
 * If an error happens in the middle of the study, the study counts as stopped once its page has
 * been empty for this long.
 */
const emptyMs = 10_000;
const idleMs = 15_000;
const idlePresses = 3;

export type LivenessVerdict = 'fine' | 'not_started' | 'stuck';

/**
 * Decides whether the study seems not to have started, or to have stopped in the middle. A study
 * that shows anything, even a canvas or a black screen, counts as started, unless its code has
 * failed.
 */
export function livenessVerdictOn(life: LivenessState, now: number): LivenessVerdict {
  const { complete, emptySince, contentSince, error, sign, idle, opened, shown } = life;
  const isUnderWay = life.began || life.hadContent;
  if (isUnderWay) {
    if (error === null) return 'fine';
    // An error that is older than the content on the page did not stop the study.
    const isAfter = error >= contentSince;
    if (isAfter && emptySince !== null && now - Math.max(error, emptySince, sign) >= emptyMs)
      return 'stuck';
    return idle >= idlePresses && now - Math.max(error, sign) >= idleMs ? 'stuck' : 'fine';
  }
  if (emptySince === null) return 'fine';
  if (complete === null) return now - opened >= loadingMs ? 'not_started' : 'fine';
  const since = Math.max(complete, emptySince);
  if (error !== null && now - Math.max(error, since) >= afterErrorMs) return 'not_started';
  return shown === 'nothing' && now - since >= nothingMs ? 'not_started' : 'fine';
}
