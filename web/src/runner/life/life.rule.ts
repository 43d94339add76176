import type { Looks } from '../messages';

/**
 * What the page around a study knows of its life. Moments are milliseconds of one clock; null: not so far.
 */
export interface Life {
  /** The frame was put into the page. */
  readonly opened: number;
  /** The present page of the study is loaded. */
  readonly complete: number | null;
  readonly shown: Looks['shown'];
  /** Since when there is no content. */
  readonly emptySince: number | null;
  /** There was content once. */
  readonly hadContent: boolean;
  /** Since when there is content, or was until it went. */
  readonly contentSince: number;
  /** It has recorded something. */
  readonly began: boolean;
  /** An uncaught error, or a script that did not come, after which the study has not gone on. */
  readonly error: number | null;
  /** The last record, or a change of how it looks. */
  readonly sign: number;
  /** Presses since the error that changed nothing. */
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
  /** The browser has drawn something of the page, also in trees that no script enters. */
  | { readonly type: 'painted' }
  | { readonly type: 'recorded' }
  | { readonly type: 'error' };

export function lifeAfter(life: Life, sign: Sign, now: number): Life {
  // What records, and what shows something again, goes on: what went wrong was not the end of it.
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

/** Nothing is there, and something went wrong. */
const afterErrorMs = 3_000;
/** The page is loaded, nothing went wrong, and nothing is there. */
const nothingMs = 12_000;
/** It is not even loaded: what it loads from does not answer. */
const loadingMs = 45_000;
/** After an error in the middle. */
const emptyMs = 10_000;
const idleMs = 15_000;
const idlePresses = 3;

export type Verdict = 'fine' | 'not_started' | 'stuck';

/**
 * Whether the study seems not to have started, or to have stopped in the middle. A study that shows anything, a
 * canvas or a black screen among it, counts as started, unless its code failed.
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
