import { OutsideAddressResolver } from '../../addresses/own-paths.rule';

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** The paths of a version's files, for lookups that ignore case or leading folders. */
export class VersionPaths {
  private readonly byLower = new Map<string, string>();
  private readonly byName = new Map<string, string[]>();
  readonly own: OutsideAddressResolver;
  constructor(readonly paths: ReadonlySet<string>) {
    this.own = new OutsideAddressResolver(paths);
    for (const path of paths) {
      this.byLower.set(path.toLowerCase(), path);
      const name = nameOf(path);
      this.byName.set(name, [...(this.byName.get(name) ?? []), path]);
    }
  }
  has = (path: string) => this.paths.has(path);
  otherSpelling = (path: string) => this.byLower.get(path.toLowerCase());
  /**
   * Whether the path of any file is `parts`, or ends with a slash and `parts`. Scripts often put a
   * folder before a file name, so their strings contain only the end of a path.
   */
  endsWith = (parts: string) =>
    this.byName.get(nameOf(parts))?.some((path) => path === parts || path.endsWith(`/${parts}`)) ??
    false;
}
