import { isChecked } from '../../versions/checked-files.rule';
import { resolveAddress } from '../address.rule';
import { pathAtJatos } from '../../import-jatos/jatos-paths.rule';
import type { CheckedFile, Reference } from '../facts.rule';

/**
 * Folders that are not part of a study: they test, document or build it. A page or script there counts only if
 * another file of the study names it.
 */
const aside =
  /(^|\/)(tests?|__tests__|specs?|e2e|cypress|playwright|coverage|node_modules|bower_components|docs?|examples?|\.[^/]+)\//i;
const asideName =
  /\.(test|spec|config|conf)\.[cm]?js$|(^|\/)(gulpfile|gruntfile|jakefile)\.[cm]?js$/i;
const isAside = (path: string): boolean => aside.test(path) || asideName.test(path);

const isPage = (path: string) => /\.x?html?$/i.test(path);
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
/** A path in a script is relative to the page that loads it; it is resolved from at most this many pages. */
const nearPages = 20;

class Files {
  private readonly byPath: ReadonlyMap<string, CheckedFile>;
  private readonly byName = new Map<string, string[]>();
  constructor(readonly all: readonly CheckedFile[]) {
    this.byPath = new Map(all.map((file) => [file.path, file]));
    for (const { path } of all) {
      const same = this.byName.get(nameOf(path));
      if (same) same.push(path);
      else this.byName.set(nameOf(path), [path]);
    }
  }
  at = (path: string) => this.byPath.get(path);
  has = (path: string) => this.byPath.has(path);
  /** Finds files by the end of their path, where a script puts a folder before the name. */
  endingWith = (parts: string) =>
    (this.byName.get(nameOf(parts)) ?? []).filter(
      (path) => path === parts || path.endsWith(`/${parts}`),
    );
}

/** Lists all folders around a file, the root first; the root of a website may be any of them. */
const foldersOf = (file: string): string[] =>
  file.split('/').map((_, depth, parts) =>
    parts
      .slice(0, depth)
      .map((one) => `${one}/`)
      .join(''),
  );

/** Returns the files that an address in a file may refer to. */
function meantBy(
  files: Files,
  pages: readonly string[],
  file: string,
  { address, from }: Reference,
): readonly string[] {
  const bare = address.trim().replace(/[?#].*$/s, '');
  // An address from the root of a website, as builds write it, or one as JATOS has it.
  const atJatos = pathAtJatos(address)?.replace(/[?#].*$/s, '');
  const rooted = atJatos
    ? [atJatos]
    : /^\/[^/]/.test(bare)
      ? foldersOf(file).map((folder) => `${folder}${bare.slice(1)}`)
      : [];
  const bases = from === 'file' ? [file] : [file, ...pages.slice(0, nearPages)];
  const own = bases.flatMap((base) => {
    const target = resolveAddress(base, address);
    return target.kind === 'own' ? [target.path] : [];
  });
  const near = [...rooted, ...own].filter(files.has);
  if (near.length > 0 || from === 'file') return near;
  const parts = bare.replace(/^(\.{0,2}\/)+/, '').normalize('NFC');
  return parts === '' ? [] : files.endingWith(parts);
}

export interface Reach {
  readonly reached: ReadonlySet<string>;
  /** Pages, scripts and styles that no page loads, in order. */
  readonly unreached: readonly string[];
}

/**
 * The files that a participant's browser may load: the pages that may be the first, and the files that they, their
 * scripts and their styles name. If one of these loads a computed address, or was not checked, every file of the
 * study may be loaded.
 * @param entries the pages that may be the first
 */
export function reachOf(all: readonly CheckedFile[], entries: readonly string[]): Reach {
  const files = new Files(all);
  const pages = all.map(({ path }) => path).filter(isPage);
  const ofStudy = pages.filter((path) => !isAside(path));
  const [first] = entries;
  const reached = new Set<string>();
  const open: string[] = [];
  const reach = (path: string) => {
    if (reached.has(path)) return;
    reached.add(path);
    open.push(path);
  };
  for (const path of ofStudy.length > 0 ? ofStudy : pages) reach(path);
  if (first !== undefined) reach(first);
  // The timeline of a builder study, which its player reads.
  if (files.has('timeline.json')) reach('timeline.json');
  let isWide = false;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const facts = files.at(path)?.facts;
    const named = (facts?.names ?? []).map(
      (address) => ({ address, line: 0, from: 'text' }) as const,
    );
    for (const one of [...(facts?.references ?? []), ...named])
      meantBy(files, pages, path, one).forEach(reach);
    // Module names that begin with a prefix of an import map are computed, too.
    const isPutTogether = facts?.loadsComputed || facts?.mapped?.some((name) => name.endsWith('/'));
    if (isWide || (facts && !isPutTogether) || !isChecked(path)) continue;
    isWide = true;
    for (const one of all) if (!isAside(one.path)) reach(one.path);
  }
  if (pages.length === 0) for (const one of all) reach(one.path);
  const unreached = all
    .map(({ path }) => path)
    .filter((path) => /\.(x?html?|[cm]?js|css)$/i.test(path) && !reached.has(path));
  return { reached, unreached };
}

/** The most files that are listed one by one; with more, their folders are listed. */
const namedOne = 20;

/**
 * The entries for files that no page loads: each by its path, or, if there are many, each folder with its number of
 * files.
 */
export function namedTogether(paths: readonly string[]): { file: string; detail: string | null }[] {
  if (paths.length <= namedOne) return paths.map((file) => ({ file, detail: null }));
  const folders = new Map<string, number>();
  for (const path of paths) {
    const [folder] = /^[^/]*\//.exec(path) ?? [''];
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders].map(([file, count]) => ({ file, detail: `${count}` }));
}
