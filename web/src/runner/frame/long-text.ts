/** Characters in one record: at most three bytes of UTF-8 each, within the limit of a record. */
export const partLength = 80_000;

/** Whether a text ends in the first half of a pair of surrogates. */
const isTorn = (unit: number) => unit >= 0xd800 && unit <= 0xdbff;

/** A text in parts of a limited length; no pair of surrogates is torn. */
export function partsOf(text: string, most = partLength): string[] {
  const parts: string[] = [];
  for (let from = 0; from < text.length;) {
    let to = Math.min(text.length, from + most);
    if (to < text.length && isTorn(text.charCodeAt(to - 1))) to -= 1;
    parts.push(text.slice(from, to));
    from = to;
  }
  return parts;
}

/** How many characters two texts have in common at their beginning; no pair is torn. */
export function commonLength(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let n = 0;
  while (n < most && a.charCodeAt(n) === b.charCodeAt(n)) n++;
  return isTorn(a.charCodeAt(n - 1)) ? n - 1 : n;
}

/**
 * The event before texts that belong together. An export puts them together again
 * (server/research-data/selection/repeated-rows.rule.ts): `keep` characters of what the component had sent until
 * then stay, or all of it as it is (`null`: this is added); then come `parts` texts.
 */
export interface ResultEvent {
  readonly type: 'result';
  /** Of a study for JATOS, by its place from 1; 0 of any other. */
  readonly component: number;
  readonly keep: number | null;
  readonly parts: number;
}
