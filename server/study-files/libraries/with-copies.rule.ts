import type { OutsideAddressEdit } from '../addresses/own-edits.rule';
import { cdnHosts } from './cdn-address.rule';
import { findLibraryCopy, jspsychMajorAmong } from './copy-for.rule';

/**
 * A place in a text that is changed: a CDN address that a library file of this server replaces, or
 * an `integrity` attribute that is removed.
 */
export interface CdnAddressEdit {
  from: number;
  to: number;
  /** The path of the library file; null where the text is removed. */
  copy: string | null;
}

/** Matches CDN addresses of files. The pattern bounds their length; no real address is longer. */
const address = new RegExp(`(?:https?:)?//(?:${cdnHosts})/[\\w@./+^~%*,=?&#-]{1,300}`, 'gi');
/**
 * How many CDN addresses of a file are replaced. A file with more is served as it was uploaded, and
 * the report says so: for each address, thousands of characters around it are read, in the thread
 * that handles all requests.
 */
export const maxReplacedAddresses = 1_000;
const near = 24;
/**
 * How many characters of a tag are read. No real tag is longer, and a tag without an end is not
 * read further.
 */
const tagLength = 4_000;
const tag = /<(?:script|link)(?=[\s/])(?:[^>"']|"[^"]*"|'[^']*')*>/iy;
const integrity = /\sintegrity\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*'|[^\s>]+)/i;

/**
 * Whether an address is complete: it fills a quoted text, an attribute or `url()`. An address that
 * code puts together from parts is not changed, and keeps its integrity hash.
 */
function isWhole(text: string, from: number, to: number): boolean {
  const before = text.slice(Math.max(0, from - near), from);
  const after = text.slice(to, to + near);
  const [, quote] = /(["'`])\s*$/.exec(before) ?? [];
  if (quote !== undefined)
    return (
      new RegExp(`^\\s*\\\\?${quote}`).test(after) &&
      !/^\s*\\?["'`]\s*(?:\+|:\s*["']sha\d{3}-)/.test(after)
    );
  return (
    (/=\s*$/.test(before) && /^[\s>]/.test(after)) ||
    (/url\(\s*$/i.test(before) && /^\s*\)/.test(after))
  );
}

/**
 * The `integrity` attribute of the tag around an address. It must be removed, since our file has
 * another hash.
 */
function integrityAround(text: string, from: number): CdnAddressEdit | undefined {
  const first = Math.max(0, from - tagLength);
  const begins = first + text.slice(first, from).lastIndexOf('<');
  if (begins < first) return undefined;
  const around = text.slice(begins, begins + tagLength);
  tag.lastIndex = 0;
  const [whole] = tag.exec(around) ?? [];
  const found = whole && integrity.exec(whole);
  if (!found) return undefined;
  const at = begins + found.index;
  return { from: at, to: at + found[0].length, copy: null };
}

interface Place {
  named: string;
  from: number;
  to: number;
}
/** @returns undefined where there are too many addresses */
function addressesIn(text: string): Place[] | undefined {
  const found: Place[] = [];
  for (const { 0: named, index } of text.matchAll(address)) {
    if (found.length === maxReplacedAddresses) return undefined;
    found.push({ named, from: index, to: index + named.length });
  }
  return found;
}

/** Whether a text has too many CDN addresses; in that case, none is replaced. */
export const hasTooManyAddresses = (text: string): boolean => addressesIn(text) === undefined;

/**
 * Finds the CDN addresses in a page, style sheet or script that files of this server can replace.
 * @param study the major version of the study's jsPsych, for a text that loads none itself
 */
export function cdnAddressEditsIn(text: string, study: number | null): CdnAddressEdit[] {
  const found = (addressesIn(text) ?? []).filter(({ from, to }) => isWhole(text, from, to));
  const jspsych = jspsychMajorAmong(found.map(({ named }) => named)) ?? study;
  const edits = found.flatMap(({ named, from, to }): CdnAddressEdit[] => {
    const copy = findLibraryCopy(named, jspsych);
    return copy ? [{ from, to, copy: copy.path }] : [];
  });
  const sums = edits.flatMap(({ from }) => integrityAround(text, from) ?? []);
  const [seen, all] = [new Set<number>(), [...edits, ...sums]];
  return all
    .sort((a, b) => a.from - b.from)
    .filter(({ from }) => !seen.has(from) && seen.add(from));
}

/** A place in a text, and what replaces it. */
export type AddressEdit = CdnAddressEdit | OutsideAddressEdit;

function written(
  edit: AddressEdit,
  { libraries, folder }: { libraries: string; folder: string },
): string {
  if ('copy' in edit) return edit.copy === null ? '' : `${libraries}${edit.copy}`;
  return 'below' in edit.own ? `${folder}${edit.own.below}` : edit.own.here;
}

/**
 * Applies edits to a text. Of two edits that overlap, only the first is applied.
 * @param at the addresses of the folders of library files and of the study; both end with a slash,
 * in ASCII
 */
export function applyAddressEdits(
  text: string,
  edits: readonly AddressEdit[],
  at: { libraries: string; folder: string },
): string {
  const parts: string[] = [];
  let done = 0;
  for (const edit of [...edits].sort((a, b) => a.from - b.from)) {
    if (edit.from < done) continue;
    parts.push(text.slice(done, edit.from), written(edit, at));
    done = edit.to;
  }
  return parts.join('') + text.slice(done);
}
