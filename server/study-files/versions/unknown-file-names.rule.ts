/**
 * Returns the indexes of names that are neither a path nor a folder of a path (a folder's name ends
 * with a slash). The time grows only linearly, since there may be thousands of names and paths.
 */
export function indexesOfUnknownNames(
  names: readonly string[],
  paths: readonly string[],
): number[] {
  const there = new Set(paths);
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end + 1);
      // If this folder is in the set already, the folders above it are, too.
      if (there.has(folder)) break;
      there.add(folder);
    }
  return names.flatMap((name, place) => (there.has(name) ? [] : [place]));
}
