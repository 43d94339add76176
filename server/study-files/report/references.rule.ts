import { isAllowedStudyOrigin } from '../../../contracts/study-files/hosted-runtime';
import { isLocalNetworkHost } from '../../../contracts/study-files/own-network.rule';
import { isJatosScript } from '../../../contracts/study-files/study-path';
import { studyPathOfJatosAddress } from '../import-jatos/jatos-paths.rule';
import { findLibraryCopy, requestedLibraryVersion } from '../libraries/copy-for.rule';
import { isOfPsychoJs } from '../libraries/recognized-libraries.rule';
import { resolveAddress } from './address.rule';
import type { Reference } from './facts.rule';
import type { FindingCollector } from './reach/findings.rule';
import type { VersionPaths } from './sources/paths.rule';

/**
 * An address in a script is relative to the page that runs the script, and this page is not known.
 * So the address is resolved against several pages, at most this many.
 */
const nearPages = 20;

/** Converts a path from the version's root to an address relative to a file. */
const fromRoot = (file: string, path: string) =>
  `${'../'.repeat(file.split('/').length - 1)}${path}`;

/**
 * Records an address that points outside of the version's folder.
 * @param from files to which the address may be relative
 */
function outside(
  found: FindingCollector,
  { own }: VersionPaths,
  from: readonly string[],
  file: string,
  { address, line }: Reference,
): void {
  const meant = from.map((one) => own.meant(address, one)).find((path) => path !== null);
  if (meant !== undefined) return found.add('root_path', file, line, `${address} → ${meant}`);
  const isUpwards = /^\s*\./.test(address);
  return found.add(isUpwards ? 'outside_path' : 'absolute_path', file, line, address);
}

/**
 * Records what is wrong or remarkable about one address: its file is missing, it is a library, it
 * leads to another host, and the like. For an ordinary address of an existing file, nothing is
 * recorded.
 */
export function classifyReference(
  found: FindingCollector,
  files: VersionPaths,
  pages: readonly string[],
  file: string,
  reference: Reference,
  /**
   * The major version of the page's jsPsych; null if it is unknown. Undefined if the CDN addresses
   * in this file are not replaced.
   */
  jspsych: number | null | undefined,
): void {
  const { line, from } = reference;
  const rooted = studyPathOfJatosAddress(reference.address);
  const address = rooted === null ? reference.address : fromRoot(file, rooted);
  const target = resolveAddress(file, address);
  if (target.kind === 'none') return;
  if (target.kind === 'host') {
    // This is the address of DataPipe. The study's frame passes data for this address to this
    // server instead, and the server stores the data (web/src/runner/frame/sent-data.ts).
    if (target.origin === 'https://pipe.jspsych.org')
      return found.add('sent_here', file, line, address);
    const library = requestedLibraryVersion(address);
    const copy = jspsych === undefined ? null : findLibraryCopy(address, jspsych);
    if (copy) {
      const isOther = copy.asked !== copy.version;
      const detail = isOther ? `${library} → ${copy.version}` : library;
      return found.add(
        copy.differs === 'minor' ? 'library_differs' : 'library_here',
        file,
        line,
        detail,
      );
    }
    if (isLocalNetworkHost(new URL(target.origin).hostname))
      return found.add('own_network', file, line, address);
    // Most files name the same few hosts again and again, so the cheap check comes first.
    if (!found.hosts.has(target.origin) && isAllowedStudyOrigin(target.origin))
      found.hosts.add(target.origin);
    if (target.insecure) found.add('insecure_address', file, line, address);
    else if (library) found.add('known_library', file, line, library);
    else found.add('other_host', file, line, address);
    return;
  }
  if (from !== 'text') {
    if (target.kind === 'outside') return outside(found, files, [file], file, reference);
    if (files.has(target.path) || isJatosScript(target.path)) return;
    const other = files.otherSpelling(target.path);
    if (!other && isOfPsychoJs(target.path))
      return found.add('psychojs_missing', file, line, address);
    return found.add(other ? 'wrong_case' : 'missing_reference', file, line, other ?? address);
  }
  // The address is a string in a script. It may be relative to the page that runs the script, or
  // the script may put a folder before it.
  const near = [file, ...pages.slice(0, nearPages)];
  const targets = near.map((page) => resolveAddress(page, address));
  const paths = targets.flatMap((one) => (one.kind === 'own' ? [one.path] : []));
  if (paths.length === 0) return outside(found, files, near, file, reference);
  const ending = address
    .replace(/^(\.{1,2}\/)+/, '')
    .replace(/[?#].*$/, '')
    .normalize('NFC');
  if (paths.some(files.has) || files.endsWith(ending)) return;
  const other = paths.map(files.otherSpelling).find(Boolean);
  found.add(other ? 'wrong_case' : 'maybe_missing', file, line, other ?? address);
}
