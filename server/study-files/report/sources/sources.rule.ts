import type { OutsideAddressResolver } from '../../addresses/own-paths.rule';
import type { FindingCode } from '../../../../contracts/study-files/study-findings';
import type { BareImportName, CheckedFile } from '../facts.rule';
import { filesLoadedByPage } from './reach.rule';

export interface BareImport extends BareImportName {
  file: string;
}
/**
 * What is known about source files in an upload that a build tool has to build first. The report
 * shows it as a hint.
 */
export interface SourceRepository {
  /** The build tool, if a `package.json` names it. */
  builder: string | null;
  /** The path of a built page that the upload also contains; null for none. */
  built: string | null;
}

const builtPage = /^(?:[^/]+\/)?(?:dist|build|out|docs|www|_site)\/(?:[^/]+\/)?index\.html$/;
/** Matches addresses that only work after a build. */
const unbuilt = /\.(?:tsx?|jsx|vue|svelte)(?:[?#]|$)|%PUBLIC_URL%|<%/i;
const isPackage = (path: string) =>
  /(?:^|\/)package\.json$/.test(path) && !/(?:^|\/)node_modules\//.test(path);

/**
 * Finds the packages that scripts of pages import by name, although the import map of the page has
 * no address for them. Browsers cannot load these.
 */
export function bareImports(
  files: readonly CheckedFile[],
  paths: OutsideAddressResolver,
): BareImport[] {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const found = new Map<string, BareImport>();
  for (const { path, facts } of files) {
    if (!/\.x?html?$/i.test(path)) continue;
    const isMapped = (name: string) =>
      facts?.mapped?.some((one) => (one.endsWith('/') ? name.startsWith(one) : one === name)) ??
      false;
    for (const file of filesLoadedByPage(path, byPath, paths))
      for (const { name, line } of byPath.get(file)?.facts?.bare ?? [])
        if (!isMapped(name)) found.set(`${file} ${line} ${name}`, { file, name, line });
  }
  return [...found.values()];
}

/**
 * Finds out whether a version has to be built first.
 * @param entry the most likely first page; null if there is no page
 * @returns null if the version need not be built
 */
export function findSourceRepository(
  files: readonly CheckedFile[],
  entry: string | null,
  paths: OutsideAddressResolver,
): SourceRepository | null {
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
  const reached = filesLoadedByPage(
    page.path,
    new Map(files.map((file) => [file.path, file])),
    paths,
  );
  const imports = bareImports(files, paths).some(({ file }) => reached.has(file));
  // A page without any script is probably a source page, into which the build tool inserts the
  // script.
  const hasScript =
    page.facts?.ends === true ||
    references.some(({ address }) => /\.[mc]?js(?:[?#]|$)/i.test(address));
  return imports || (built !== null && !hasScript) ? { builder, built } : null;
}

const ofSources = new Set<FindingCode>([
  ...(['bare_import', 'missing_reference', 'wrong_case', 'absolute_path'] as const),
  ...(['outside_path', 'root_path', 'maybe_missing', 'syntax_error'] as const),
]);
/**
 * Whether a finding is about a source file outside of the built page's folder. The report leaves it
 * out, since browsers do not load source files.
 * @param built the path of the built page
 */
export const isSourceFileFinding = (code: FindingCode, file: string, built: string): boolean =>
  ofSources.has(code) && !file.startsWith(built.slice(0, built.lastIndexOf('/') + 1));
