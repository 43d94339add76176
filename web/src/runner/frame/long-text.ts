/**
 * The highest number of characters in one record. A character takes at most three bytes of UTF-8,
 * so that these characters stay within the limit of a record.
 */
export const recordPartLength = 80_000;

/** Whether a text that ends with this UTF-16 unit ends in the middle of a surrogate pair. */
const isTorn = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** Splits a text into parts of a limited length, without splitting a surrogate pair. */
export function splitLongText(text: string, most = recordPartLength): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + most);
    if (to < text.length && isTorn(text.charCodeAt(to - 1))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/** Returns the length of the common beginning of two texts, without splitting a surrogate pair. */
export function commonBeginningLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++;
  return isTorn(a.charCodeAt(n - 1)) ? n - 1 : n;
}

/**
 * The event that is recorded before texts that belong together
 * (server/research-data/selection/repeated-rows.rule.ts). An export keeps the first `keep`
 * characters of the component's earlier text (`null`: all of them), and appends the next `parts`
 * texts.
 */
export interface ResultEvent {
  readonly type: 'result';
  /** The component's number from 1 in a study for JATOS; 0 in any other study. */
  readonly component: number;
  readonly keep: number | null;
  readonly parts: number;
}
