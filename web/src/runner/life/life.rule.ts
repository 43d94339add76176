import type { Looks } from '../messages';

/** What the page around a study knows about whether the study still works. Times are milliseconds of one clock; null: not so far. */
export interface Life {
  /** When the frame was put into the page. */
  readonly opened: number;
  /** When the present page of the study had loaded. */
  readonly complete: number | null;
  readonly shown: Looks['shown'];
  /** When the content disappeared; null if there is content. */
  readonly emptySince: number | null;
  /** Whether the study has ever shown content. */
  readonly hadContent: boolean;
  /** When the present or the last content appeared. */
  readonly contentSince: number;
  /** Whether the study has recorded anything. */
  readonly began: boolean;
  /** When an uncaught error happened, or a script failed to load, since the study last showed progress. */
  readonly error: number | null;
  /** When the study last recorded something, or its look last changed. */
  readonly sign: number;
  /** The number of presses since the error that changed nothing. */
  readonly idle: number;
}

export const atOpening = (now: number): Life => ({
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

export type Sign =
  | { readonly type: 'looks'; readonly looks: Looks }
  /** Sent when the browser has drawn something of the page, also in trees that no script can enter. */
  | { readonly type: 'painted' }
  | { readonly type: 'recorded' }
  | { readonly type: 'error' };

export function lifeAfter(life: Life, sign: Sign, now: number): Life {
  // A study that records something, or shows something again, is still running: an earlier error did not end it.
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

/** The wait if nothing is shown and an error happened. */
const afterErrorMs = 3_000;
/** The wait if the page is loaded, no error happened, and nothing is shown. */
const nothingMs = 12_000;
/** The wait if the page is not even loaded, because a server that it loads from does not answer. */
const loadingMs = 45_000;
/** The wait if the page becomes empty after an error in the middle. */
const emptyMs = 10_000;
const idleMs = 15_000;
const idlePresses = 3;

export type Verdict = 'fine' | 'not_started' | 'stuck';

/**
 * Whether the study seems not to have started, or to have stopped in the middle. A study that shows anything, even a canvas or a black
 * screen, counts as started, unless its code failed.
 */
export function verdictOn(life: Life, now: number): Verdict {
  const { complete, emptySince, contentSince, error, sign, idle, opened, shown } = life;
  const isUnderWay = life.began || life.hadContent;
  if (isUnderWay) {
    if (error === null) return 'fine';
    // An error from before the study showed anything did not stop what it showed afterwards.
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
