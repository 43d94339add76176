import { isCheckedPath } from '../../versions/checked-files.rule';
import { resolveAddress } from '../address.rule';
import { studyPathOfJatosAddress } from '../../import-jatos/jatos-paths.rule';
import type { CheckedFile, Reference } from '../facts.rule';

/**
 * Matches folders of tests, documentation and tools. Their pages and scripts count only if a file
 * of the study refers to them.
 */
const aside =
  /(^|\/)(tests?|__tests__|specs?|e2e|cypress|playwright|coverage|node_modules|bower_components|docs?|examples?|\.[^/]+)\//i;
const asideName =
  /\.(test|spec|config|conf)\.[cm]?js$|(^|\/)(gulpfile|gruntfile|jakefile)\.[cm]?js$/i;
const isAside = (path: string): boolean => aside.test(path) || asideName.test(path);

const isPage = (path: string) => /\.x?html?$/i.test(path);
const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);
/**
 * An address in a script is relative to the page that loads the script, and this page is not known.
 * So the address is tried relative to several pages, at most this many.
 */
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
  /**
   * Finds the files whose path is `parts`, or ends with a slash and `parts`. Scripts often put a
   * folder before a file name, so their strings contain only the end of a path.
   */
  endingWith = (parts: string) =>
    (this.byName.get(nameOf(parts)) ?? []).filter(
      (path) => path === parts || path.endsWith(`/${parts}`),
    );
}

/**
 * Lists all folders above a file, the root first. Any of them may be the root folder of the
 * researcher's website, from which addresses with a leading slash begin.
 */
const foldersOf = (file: string): string[] =>
  file.split('/').map((_, depth, parts) =>
    parts
      .slice(0, depth)
      .map((one) => `${one}/`)
      .join(''),
  );

/** Finds the files to which an address may refer. */
function meantBy(
  files: Files,
  pages: readonly string[],
  file: string,
  { address, from }: Reference,
): readonly string[] {
  const bare = address.trim().replace(/[?#].*$/s, '');
  // The address may be root-relative. Studies for JATOS use root-relative addresses of the JATOS
  // server, and build tools write root-relative addresses of another website.
  const atJatos = studyPathOfJatosAddress(address)?.replace(/[?#].*$/s, '');
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

export interface ReachedFiles {
  readonly reached: ReadonlySet<string>;
  /**
   * The pages, scripts and styles that the study does not load, in the order of the version's
   * files.
   */
  readonly unreached: readonly string[];
}

/**
 * Finds the files that a participant's browser may load, starting with the pages of the study. If
 * one of these files loads computed addresses, or was not checked, any file of the study may be
 * loaded.
 * @param entries the pages with which the study could begin
 */
export function findReachedFiles(
  all: readonly CheckedFile[],
  entries: readonly string[],
): ReachedFiles {
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
  // If the study was made with the builder, its player loads this file, although no address in its
  // code shows that.
  if (files.has('timeline.json')) reach('timeline.json');
  let isWide = false;
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const facts = files.at(path)?.facts;
    const named = (facts?.names ?? []).map(
      (address) => ({ address, line: 0, from: 'text' }) as const,
    );
    for (const one of [...(facts?.references ?? []), ...named])
      meantBy(files, pages, path, one).forEach(reach);
    // In two cases, it is unknown which files a page loads: if the page computes addresses at run
    // time, or if its import map has a key that ends with a slash, which is a prefix of many
    // addresses.
    const isPutTogether = facts?.loadsComputed || facts?.mapped?.some((name) => name.endsWith('/'));
    if (isWide || (facts && !isPutTogether) || !isCheckedPath(path)) continue;
    isWide = true;
    for (const one of all) if (!isAside(one.path)) reach(one.path);
  }
  if (pages.length === 0) for (const one of all) reach(one.path);
  const unreached = all
    .map(({ path }) => path)
    .filter((path) => /\.(x?html?|[cm]?js|css)$/i.test(path) && !reached.has(path));
  return { reached, unreached };
}

/**
 * The highest number of files that are listed by their own paths. If there are more, their folders
 * are listed instead.
 */
const namedOne = 20;

/**
 * Lists files that the study does not load: each by its path, or, if they are many, each folder
 * with the number of its files.
 */
export function groupUnreachedFiles(
  paths: readonly string[],
): { file: string; detail: string | null }[] {
  if (paths.length <= namedOne) return paths.map((file) => ({ file, detail: null }));
  const folders = new Map<string, number>();
  for (const path of paths) {
    const [folder] = /^[^/]*\//.exec(path) ?? [''];
    folders.set(folder, (folders.get(folder) ?? 0) + 1);
  }
  return [...folders].map(([file, count]) => ({ file, detail: `${count}` }));
}
