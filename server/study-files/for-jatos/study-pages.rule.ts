import { posix } from 'node:path';

/** A page of a study that runs as a component of its own in JATOS. */
export interface StudyPage {
  path: string;
  /** Another page comes after it. */
  leadsOn: boolean;
}
/** What a page or a script says of pages: addresses as they are written. */
export interface NamedPages {
  path: string;
  names: readonly string[];
}

/** Of a link, a form, a script that goes on, or a page that does so by itself. */
const before =
  '(?:\\b(?:href|action|formaction|location|url)\\s{0,9}=\\s{0,9}|\\b(?:assign|replace)\\s{0,9}\\(\\s{0,9})';
const link = new RegExp(
  `${before}(?:(["'\`])([^"'\`<>?#\\n]{1,300}\\.html?)(?:[?#][^"'\`\\n]{0,300})?\\1|([^"'\`\\s<>?#)]{1,300}\\.html?)(?=[?#"'\`\\s>;]))`,
  'gi',
);

/** The pages that a text leads to; what a script loads or shows within a page is none. */
export const pagesNamedIn = (text: string): string[] => [
  ...new Set([...text.matchAll(link)].map(([, , quoted, bare = '']) => quoted ?? bare)),
];

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
};
const from = (folder: string, address: string) =>
  posix.normalize(posix.join(folder, decoded(address))).normalize('NFC');

/**
 * The pages of a study from the one that it begins with, in the order in which they are found.
 * @param pages with what each of them names, and which scripts its text mentions
 * @param scripts that name pages: what they name is an address of the page that has them
 */
export function studyPages(
  entry: string,
  pages: readonly (NamedPages & { scripts: readonly string[] })[],
  scripts: readonly NamedPages[],
): StudyPage[] {
  const known = new Map(pages.map((page) => [page.path, page]));
  const mentioned = new Set(pages.flatMap((page) => page.scripts));
  const after = (path: string): string[] => {
    const page = known.get(path);
    if (!page) return [];
    // What no page mentions is loaded by another script: any page may have it.
    const its = scripts.filter(
      (script) => page.scripts.includes(script.path) || !mentioned.has(script.path),
    );
    const folder = posix.dirname(path);
    const named = [
      ...page.names.map((name) => [from(folder, name)]),
      ...its.flatMap((script) =>
        script.names.map((name) =>
          [folder, posix.dirname(script.path)].map((at) => from(at, name)),
        ),
      ),
    ];
    const found = named.flatMap((places) => places.find((place) => known.has(place)) ?? []);
    return [...new Set(found)].filter((other) => other !== path);
  };
  const found: StudyPage[] = [];
  const waiting = [entry];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const next = after(path);
    found.push({ path, leadsOn: next.length > 0 });
    for (const other of next) if (!seen.has(other) && seen.add(other)) waiting.push(other);
  }
  return found;
}
