/*
 * Many studies were written for a website of their own. Their addresses are root-relative
 * (`/img/a.png`), or go up beyond the study's folder. On this server, a study is not at the root of
 * the website. So this code finds the file of the study that an address means: `img/a.png`
 * (docs/decisions/study-sandbox.md). The server and the browser use this code.
 */

const website = 'https://study.invalid/';
const below = `${website}s/9f2c41d7a0be/`;
const encodedPath = (path: string) => path.split('/').map(encodeURIComponent).join('/');

/** Whether an address begins at the root or goes up with `..`; other addresses stay within the folder. */
export const mayLeaveFolder = (address: string): boolean =>
  /^\s*(?:\/(?![/\\])|(?:\.\/)*\.\.\/)/.test(address);

/**
 * Returns the path to which an address would lead if the study were at the root of its website. As
 * in browsers, `..` does not lead above that root.
 * @param from the path of the file that the address is relative to
 * @returns null for an address at another host, and for a text that is not an address
 */
export function pathWithinWebsite(address: string, from: string): string | null {
  try {
    const url = new URL(address.trim(), new URL(encodedPath(from), website));
    if (url.origin !== new URL(website).origin) return null;
    const parts = url.pathname.slice(1).split('/').map(decodeURIComponent);
    // Refuses a decoded slash, and a part of dots alone, since they could lead to a parent folder.
    if (parts.some((part) => /[/\\]/.test(part) || part === '.' || part === '..')) return null;
    return parts.join('/').normalize('NFC');
  } catch {
    return null;
  }
}

/** Whether an address points outside of the study's folder, but not to another host. */
export function leavesFolder(address: string, from: string): boolean {
  try {
    const url = new URL(address.trim(), new URL(encodedPath(from), below));
    return url.origin === new URL(below).origin && !url.href.startsWith(below);
  } catch {
    return false;
  }
}

const buildFolder = /^(?:dist|build|out|docs|public|www|_?site)$/i;

/**
 * Returns the folders that may be the root of the website for which a file was written, the most
 * likely first: the version's root, then the folders that contain the file. The output folder of a
 * build tool comes before all others.
 */
export function possibleSiteRoots(from: string): string[] {
  const parts = from.split('/').slice(0, -1);
  const folders = ['', ...parts.map((_, i) => `${parts.slice(0, i + 1).join('/')}/`)];
  const built = parts.findLastIndex((part) => buildFolder.test(part)) + 1;
  return built === 0 ? folders : [...folders.splice(built, 1), ...folders];
}

/** Returns the path of the file for an address: the folder `img/` stands for `img/index.html`. */
export const filePathFor = (path: string): string =>
  path === '' || path.endsWith('/') ? `${path}index.html` : path;

/**
 * Returns the path without its first folder; null if the path has no folder. On a website that
 * publishes a repository, such as GitHub Pages, the first folder is the name of the repository.
 */
export const withoutFirstFolder = (path: string): string | null => {
  const at = path.indexOf('/');
  return at < 0 ? null : path.slice(at + 1);
};

/** Encodes a path so that it can be used in any URL. */
export const encodeAsAddress = (path: string): string =>
  encodedPath(path).replace(
    /[!'()*]/g,
    (one) => `%${one.charCodeAt(0).toString(16).toUpperCase()}`,
  );

/**
 * Returns the relative address of a path, as seen from a file. The address begins with `./` or
 * `../`, as imports require.
 */
export function addressFromFile(file: string, path: string): string {
  const [folders, to] = [file.split('/').slice(0, -1), path.split('/')];
  let same = 0;
  while (same < folders.length && same < to.length - 1 && folders[same] === to[same]) same++;
  return `${'../'.repeat(folders.length - same) || './'}${encodeAsAddress(to.slice(same).join('/'))}`;
}

/**
 * For each folder of `possibleSiteRoots(page)`, in the same order: the names of the files and
 * folders that are directly in it.
 */
export type SiteFileNames = readonly (readonly [folder: string, names: ReadonlySet<string>])[];

/**
 * Encodes the names of files and folders for an attribute of our script element in the study's
 * page: in ASCII, without quotation marks.
 */
export const serializeSiteNames = (
  sites: readonly (readonly [string, Iterable<string>])[],
): string =>
  sites
    .map(
      ([folder, names]) =>
        `${encodeURIComponent(folder)}:${[...names].map(encodeURIComponent).join(',')}`,
    )
    .join(' ');

export const parseSiteNames = (text: string): SiteFileNames =>
  text.split(' ').map((site) => {
    const [folder = '', names = ''] = site.split(':');
    return [decodeURIComponent(folder), new Set(names.split(',').map(decodeURIComponent))] as const;
  });

/**
 * Returns the most likely path in the study for an address that points outside of the study's
 * folder. It only looks for the first or second segment of the path in `sites`. If `sites` has
 * neither, it still returns a path, so that the report of a missing file can name the file.
 * @param path the result of `pathWithinWebsite`
 */
export function likelyPath(path: string, sites: SiteFileNames): string {
  // The source text of this function is sent to workers, so it must not call functions outside
  // itself.
  const siteWith = (name: string | undefined) =>
    sites.find(([, names]) => name !== undefined && names.has(name))?.[0];
  const [site = ''] = sites[0] ?? [];
  if (path === '') return site;
  const [name, ...parts] = path.split('/');
  const first = siteWith(name);
  if (first !== undefined) return `${first}${path}`;
  const rest = parts.join('/');
  const other = siteWith(parts[0]);
  if (rest !== '' && other !== undefined) return `${other}${rest}`;
  return parts.length > 0 && rest === '' ? site : `${site}${path}`;
}
