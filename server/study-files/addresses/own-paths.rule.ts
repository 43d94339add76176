import {
  filePathFor,
  leavesFolder,
  serializeSiteNames,
  pathWithinWebsite,
  possibleSiteRoots,
  withoutFirstFolder,
} from '../../../contracts/study-files/own-addresses.rule';

/**
 * The highest number of characters in the list of names for one page (`namesFor`). The list leaves
 * out names beyond this limit. In each folder, the names of subfolders come first, so the names of
 * files are left out first.
 */
const namesLength = 6_000;

/**
 * Finds files of a version for addresses that point outside of its folder, such as `/img/a.png`.
 */
export class OutsideAddressResolver {
  private folders: Set<string> | undefined;
  private readonly names = new Map<string, readonly string[]>();

  constructor(private readonly paths: ReadonlySet<string>) {}

  get size(): number {
    return this.paths.size;
  }
  has = (path: string): boolean => this.paths.has(path);

  /**
   * Returns the path of the file that an address means. Returns null if the address points into the
   * version's folder, or matches no file.
   */
  meant(address: string, from: string): string | null {
    return this.among(address, from, (path) => {
      const file = filePathFor(path);
      return this.paths.has(file) ? file : null;
    });
  }

  /**
   * Like `meant`, for an address of a folder.
   * @returns the path with a slash at its end; '' for the version's root folder; null for none
   */
  meantFolder(address: string, from: string): string | null {
    return this.among(address, from, (path) =>
      path === '' || this.allFolders().has(path) ? path : null,
    );
  }

  /**
   * Lists names of files and folders for the script that this server inserts into a page. With this
   * list, the script's function `likelyPath` finds the same files in the browser as `meant` on the
   * server.
   */
  namesFor(page: string): string {
    let left = namesLength;
    const sites = possibleSiteRoots(page).map((folder) => {
      const names = this.namesIn(folder).filter((name) => {
        left -= encodeURIComponent(name).length + 1;
        return left > 0;
      });
      return [folder, names] as const;
    });
    return serializeSiteNames(sites);
  }

  private among(
    address: string,
    from: string,
    find: (path: string) => string | null,
  ): string | null {
    if (!leavesFolder(address, from)) return null;
    const path = pathWithinWebsite(address, from);
    if (path === null) return null;
    const rest = withoutFirstFolder(path);
    const sites = possibleSiteRoots(from);
    for (const one of rest === null ? [path] : [path, rest])
      for (const site of sites) {
        const found = find(`${site}${one}`);
        if (found !== null) return found;
      }
    return null;
  }

  private allFolders(): ReadonlySet<string> {
    if (this.folders) return this.folders;
    this.folders = new Set();
    for (const path of this.paths)
      for (let at = path.indexOf('/'); at >= 0; at = path.indexOf('/', at + 1))
        this.folders.add(path.slice(0, at + 1));
    return this.folders;
  }

  /** Lists the names of the files and folders directly in a folder, folders first. */
  private namesIn(folder: string): readonly string[] {
    const before = this.names.get(folder);
    if (before) return before;
    const [folders, files] = [new Set<string>(), new Set<string>()];
    for (const path of this.paths) {
      if (!path.startsWith(folder)) continue;
      const [name = '', ...more] = path.slice(folder.length).split('/', 2);
      (more.length > 0 ? folders : files).add(name);
    }
    const names = [...folders, ...files];
    this.names.set(folder, names);
    return names;
  }
}
