import { cdnAddress, type CdnAddress } from './cdn-address.rule';
import { copies } from './copies.generated';

/** A library file of this server that replaces the file at a CDN address. */
export interface LibraryCopy {
  /** The package: jsPsych, or one of its plugins or extensions; and its exact version. */
  name: string;
  version: string;
  /** The path of the file below the folder of library files. */
  path: string;
  /** The version as written in the address; null where the address names none. */
  asked: string | null;
  /**
   * How this file's version differs from the version in the address. `no`: the address requests
   * this version, or a range that includes it. `patch` or `minor`: this part of the number differs;
   * a minor version may add and change functions.
   */
  differs: 'no' | 'patch' | 'minor';
}

const all = Object.entries(copies).map(([id, files]) => {
  const at = id.lastIndexOf('@');
  return { name: id.slice(0, at), version: id.slice(at + 1), files };
});
export const majorVersionOf = (version: string): number => Number.parseInt(version, 10);
const numbers = (version: string) => version.split('.').map(Number);

interface Asked {
  /** The major version; null means the newest. */
  major: number | null;
  /** The numbers of the version in the address, such as 7 and 1 for `7.1`. */
  said: readonly number[];
  /** Whether the address accepts any newer version with the same major number. */
  isOpen: boolean;
}
/**
 * Parses the version in an address.
 * @returns undefined for a tag or branch such as `next`
 */
function askedVersion(asked: string | null): Asked | undefined {
  if (asked === null || asked === 'latest') return { major: null, said: [], isOpen: true };
  const found = /^([\^~=]?)v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:\.[x*])*(?:-[\w.]+)?(?:,\w+)?$/.exec(
    asked.trim(),
  );
  if (!found) return undefined;
  const said = found.slice(2).flatMap((part) => (part === undefined ? [] : [Number(part)]));
  return { major: said[0] ?? null, said, isOpen: found[1] === '^' };
}

function difference({ said, isOpen }: Asked, version: string): LibraryCopy['differs'] {
  const [, minor = 0, patch = 0] = numbers(version);
  const [, saidMinor = minor, saidPatch = patch] = said;
  const isOlder = minor < saidMinor || (minor === saidMinor && patch < saidPatch);
  if (isOpen && !isOlder) return 'no';
  if (minor !== saidMinor) return 'minor';
  return patch === saidPatch ? 'no' : 'patch';
}

/**
 * Whether the address requests jsPsych before 6.3. This server does not replace such versions: they
 * report keys by codes, and later versions report keys by names. A study that compares codes would
 * be wrong in each trial, without any error.
 */
const isBeforeKeyNames = (name: string, { said: [major, minor] }: Asked): boolean =>
  name === 'jspsych' && major === 6 && minor !== undefined && minor < 3;

/**
 * Finds the version of a package on this server that replaces the requested version.
 * @param jspsych the major version of the page's jsPsych, where it is known
 */
function versionFor(name: string, { major }: Asked, jspsych: number | null) {
  const ofName = all.filter((one) => one.name === name);
  if (major !== null) return ofName.find(({ version }) => majorVersionOf(version) === major);
  // Some plugins are here in two versions. The older one is made for jsPsych 7, the newer one for
  // jsPsych 8.
  return name !== 'jspsych' && jspsych === 7 ? ofName.at(-1) : ofName[0];
}

/**
 * Finds the file of a package that an address means. The path in the address may differ from the
 * path in the package: CDNs serve some files under shorter names, or minified.
 */
function fileAmong(files: readonly string[], { path, isModule }: CdnAddress): string | undefined {
  const has = (name: string) => (files.includes(name) ? name : undefined);
  if (isModule && (path === '' || /^dist\/index\.[\w.]*js$/.test(path)))
    return has('dist/index.js');
  if (path === '') return has('dist/index.browser.min.js') ?? has('jspsych.js');
  const larger = path.replace(/\.min(?=\.\w+$)/, '');
  return [path, `dist/${path}`, larger, `dist/${larger}`].map(has).find(Boolean);
}

/**
 * Finds this server's file for a CDN address; null where there is none, so that the address stays.
 * @param jspsych the major version of the page's jsPsych, where it is known
 */
export function findLibraryCopy(address: string, jspsych: number | null): LibraryCopy | null {
  const found = cdnAddress(address);
  const asked = found && askedVersion(found.asked);
  if (!found || !asked) return null;
  if (isBeforeKeyNames(found.name, asked)) return null;
  const copy = versionFor(found.name, asked, jspsych);
  const file = copy && fileAmong(copy.files, found);
  if (!copy || !file) return null;
  const { name, version } = copy;
  const path = `${name}@${version}/${file}`;
  return { name, version, path, asked: found.asked, differs: difference(asked, version) };
}

/**
 * Returns the `name@version` that a CDN address requests, whether or not this server has it; null for
 * all other addresses.
 */
export function requestedLibraryVersion(address: string): string | null {
  const found = cdnAddress(address);
  return found && (found.asked ? `${found.name}@${found.asked}` : found.name);
}

/**
 * Returns the major version of the first jsPsych among a page's addresses; null if there is none.
 */
export function jspsychMajorAmong(addresses: Iterable<string>): number | null {
  for (const address of addresses) {
    const copy = findLibraryCopy(address, null);
    if (copy?.name === 'jspsych') return majorVersionOf(copy.version);
  }
  return null;
}
