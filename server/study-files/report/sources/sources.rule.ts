import type { OwnPaths } from '../../addresses/own-paths.rule';
import type { FindingCode } from '../../../../contracts/study-files/study-findings';
import type { Bare, CheckedFile } from '../facts.rule';
import { reachedFrom } from './reach.rule';

export interface BareImport extends Bare {
  file: string;
}
/** What a repository of sources contains, as a hint for the researcher who uploads it. */
export interface Sources {
  /** The tool that builds the repository, if it is named. */
  builder: string | null;
  /** The built page that the repository also contains; null for none. */
  built: string | null;
}

const builtPage = /^(?:[^/]+\/)?(?:dist|build|out|docs|www|_site)\/(?:[^/]+\/)?index\.html$/;
/** Matches text that only a build converts to a script or an address. */
const unbuilt = /\.(?:tsx?|jsx|vue|svelte)(?:[?#]|$)|%PUBLIC_URL%|<%/i;
const isPackage = (path: string) =>
  /(?:^|\/)package\.json$/.test(path) && !/(?:^|\/)node_modules\//.test(path);

/** Packages that pages import, and for which no page's import map has an address. */
export function bareImports(files: readonly CheckedFile[], paths: OwnPaths): BareImport[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = new Map<string, BareImport>();
  for (const { path, facts } of files) {
    if (!/\.x?html?$/i.test(path)) continue;
    const isMapped = (name: string) =>
      facts?.mapped?.some((one) => (one.endsWith('/') ? name.startsWith(one) : one === name)) ??
      false;
    for (const file of reachedFrom(path, byPath, paths))
      for (const { name, line } of byPath.get(file)?.facts?.bare ?? [])
        if (!isMapped(name)) found.set(`${file} ${line} ${name}`, { file, name, line });
  }
  return [...found.values()];
}

/**
 * Whether the first page of a version must be built first.
 * @param entry the most likely first page; null where there is no page
 */
export function sourcesIn(
  files: readonly CheckedFile[],
  entry: string | null,
  paths: OwnPaths,
): Sources | null {
  const built = files.find(({ path }) => builtPage.test(path))?.path ?? null;
  const builder = files.find(({ path, facts }) => isPackage(path) && facts?.builder)?.facts
    ?.builder;
  const page = files.find(({ path }) => path === entry);
  if (entry !== null && entry === built) return null;
  const references = page?.facts?.references ?? [];
  const isUnbuilt = references.some(({ address }) => unbuilt.test(address));
  if (isUnbuilt) return { builder: builder ?? null, built };
  if (builder === undefined) return null;
  if (!page) return { builder, built };
  const reached = reachedFrom(page.path, new Map(files.map((file) => [file.path, file])), paths);
  const imports = bareImports(files, paths).some(({ file }) => reached.has(file));
  // A source page into which its build tool inserts the script.
  const hasScript =
    page.facts?.ends === true ||
    references.some(({ address }) => /\.[mc]?js(?:[?#]|$)/i.test(address));
  return imports || (built !== null && !hasScript) ? { builder, built } : null;
}

const ofSources = new Set<FindingCode>([
  ...(['bare_import', 'missing_reference', 'wrong_case', 'absolute_path'] as const),
  ...(['outside_path', 'root_path', 'maybe_missing', 'syntax_error'] as const),
]);
/** Whether a finding concerns source files that accompany a built page: browsers do not load them. */
export const isBesideBuilt = (code: FindingCode, file: string, built: string): boolean =>
  ofSources.has(code) && !file.startsWith(built.slice(0, built.lastIndexOf('/') + 1));
