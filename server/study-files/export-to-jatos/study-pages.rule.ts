import { posix } from 'node:path';
import { scriptSearchTermOf } from './mentioned-scripts.rule';

/** A page of a study that becomes a component in JATOS. */
export interface JatosComponentPage {
  path: string;
  /** Whether the study goes on at another page after this one. */
  leadsOn: boolean;
}
/**
 * A page or script, and the addresses of pages that occur in it. `names` contains these addresses
 * as the file spells them.
 */
export interface PageNamesInFile {
  path: string;
  names: readonly string[];
}

/**
 * Matches what precedes the address of another page: in a link or form, or in code that goes to a
 * page.
 */
const before =
  '(?:\\b(?:href|action|formaction|location|url)\\s{0,9}=\\s{0,9}|\\b(?:assign|replace)\\s{0,9}\\(\\s{0,9})';
const link = new RegExp(
  `${before}(?:(["'\`])([^"'\`<>?#\\n]{1,300}\\.html?)(?:[?#][^"'\`\\n]{0,300})?\\1|([^"'\`\\s<>?#)]{1,300}\\.html?)(?=[?#"'\`\\s>;]))`,
  'gi',
);

/** How many pages of a study become components; further pages stay plain files. */
export const maxComponents = 500;
/**
 * How many page names are read from one text, or from all scripts of a page together. No real study
 * has more.
 */
const mostNames = 1_000;

const decoded = (address: string): string => {
  if (!address.includes('%')) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};
const from = (folder: string, address: string) =>
  posix.join(folder, decoded(address)).normalize('NFC');

/**
 * Returns the lower-case file name of an address, for comparison: addresses with different file names
 * mean different files.
 */
export const comparableFileName = (address: string): string =>
  posix.basename(decoded(address)).normalize('NFC').toLowerCase();

/**
 * Finds the pages to which a text leads, by links, forms or code. Pages that a script only loads or
 * shows within a page do not count.
 * @param pages base names of all pages in the archive; addresses with other names are ignored
 */
export function pagesNamedIn(text: string, pages: ReadonlySet<string>): string[] {
  const names = new Set<string>();
  for (const [, , quoted, bare = ''] of text.matchAll(link)) {
    const name = quoted ?? bare;
    if (names.size === mostNames) break;
    if (pages.has(comparableFileName(name))) names.add(name);
  }
  return [...names];
}

interface Named {
  name: string;
  /** The folder of the script that contains the name. */
  at: string;
}
/** Lists the page names in some scripts, each once. Stops after reading `2 * mostNames` names. */
function namesOf(scripts: Iterable<PageNamesInFile>): Named[] {
  const found = new Map<string, Named>();
  let left = 2 * mostNames;
  for (const { path, names } of scripts) {
    const at = posix.dirname(path);
    for (const name of names) {
      if (left-- === 0 || found.size === mostNames) return [...found.values()];
      found.set(`${at}\n${name}`, { name, at });
    }
  }
  return [...found.values()];
}

/**
 * Finds the pages of a study, in order, by following links from the first page; at most
 * `maxComponents`. This runs in the thread that serves requests, so it takes limited time, whatever
 * the archive contains.
 * @param entry the path of the first page
 * @param pages all pages, each with the page names in it, and the scripts that it mentions
 * (mentioned-scripts.rule.ts)
 * @param scripts the scripts that contain page names. Each name is relative to the page that loads
 * the script
 */
export function findComponentPages(
  entry: string,
  pages: readonly (PageNamesInFile & { scripts: ReadonlySet<string> })[],
  scripts: readonly PageNamesInFile[],
): JatosComponentPage[] {
  const known = new Map(pages.map((page) => [page.path, page]));
  const pageAt = (folder: string, name: string) => {
    const path = from(folder, name);
    return known.has(path) ? path : undefined;
  };
  const resolved = (named: readonly Named[], folder: string) =>
    named.flatMap(({ name, at }) => pageAt(folder, name) ?? pageAt(at, name) ?? []);

  const mentioned = new Set<string>();
  for (const page of pages) for (const script of page.scripts) mentioned.add(script);
  const byName = new Map<string, PageNamesInFile[]>();
  const unmentioned: PageNamesInFile[] = [];
  for (const script of scripts) {
    const name = scriptSearchTermOf(script.path);
    if (!mentioned.has(name)) unmentioned.push(script);
    else if (!byName.get(name)?.push(script)) byName.set(name, [script]);
  }
  function* mentionedBy(page: { scripts: ReadonlySet<string> }) {
    for (const name of page.scripts) yield* byName.get(name) ?? [];
  }
  // Any page could load a script that no page mentions. So the page names in such a script count
  // for every page.
  const anywhere = namesOf(unmentioned);
  const anywhereFrom = new Map<string, string[]>();
  const ofAll = (folder: string) => {
    const before = anywhereFrom.get(folder) ?? resolved(anywhere, folder);
    anywhereFrom.set(folder, before);
    return before;
  };

  const after = (path: string): string[] => {
    const page = known.get(path);
    if (!page) return [];
    const folder = posix.dirname(path);
    const found = new Set([
      ...page.names.flatMap((name) => pageAt(folder, name) ?? []),
      ...resolved(namesOf(mentionedBy(page)), folder),
      ...ofAll(folder),
    ]);
    found.delete(path);
    return [...found];
  };
  const found: JatosComponentPage[] = [];
  // The loop adds the pages that it finds. Iterating over a `Set` also visits elements that are
  // added meanwhile.
  const seen = new Set([entry]);
  for (const path of seen) {
    if (found.length === maxComponents) break;
    const next = after(path);
    found.push({ path, leadsOn: next.length > 0 });
    for (const other of next) seen.add(other);
  }
  return found;
}
