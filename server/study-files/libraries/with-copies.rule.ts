import type { OutsideAddressEdit } from '../addresses/own-edits.rule';
import { cdnHosts } from './cdn-address.rule';
import { findLibraryCopy, jspsychMajorAmong } from './copy-for.rule';

/**
 * A change of a text: either a CDN address is replaced by a library file of this server, or an
 * `integrity` attribute is removed.
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
 * The highest number of CDN addresses in a file for which this server replaces them. For each
 * address, the server reads thousands of characters around it, in the thread that handles all
 * requests. A file with more addresses is served as it was uploaded, and the report says so.
 */
export const maxReplacedAddresses = 1_000;
const near = 24;
/**
 * How many characters of a tag are read at most. Real tags are shorter; without a limit, a tag
 * without an end would be read to the end of the file.
 */
const tagLength = 4_000;
const tag = /<(?:script|link)(?=[\s/])(?:[^>"']|"[^"]*"|'[^']*')*>/iy;
const integrity = /\sintegrity\s{0,20}=\s{0,20}(?:"[^"]*"|'[^']*'|[^\s>]+)/i;

/**
 * Whether the text between `from` and `to` is a complete address: its quotation marks, attribute or
 * `url()` contain nothing else. If code joins an address from parts, no part is complete, and the
 * parts are not changed.
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
 * Finds the `integrity` attribute of the tag around an address. It must be removed, since it contains
 * the hash of the CDN's file, and this server's file has a different hash.
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
/**
 * Finds all CDN addresses in a text.
 * @returns undefined if there are more than `maxReplacedAddresses`
 */
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
 * Finds the CDN addresses in a page, style sheet or script that library files of this server can
 * replace.
 * @param study the major version of jsPsych in the study, for a text that does not load jsPsych
 * itself; null if unknown
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
 * @param at `libraries`: the address of the folder of library files; `folder`: the address of the
 * study's folder. Each address ends with a slash, and is in ASCII
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
