/**
 * The indexes of names that are neither one of the paths nor a folder of one (with a trailing
 * slash). The work grows linearly, since there may be thousands of both.
 */
export function indexesOfUnknownNames(
  names: readonly string[],
  paths: readonly string[],
): number[] {
  const there = new Set(paths);
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const folder = path.slice(0, end + 1);
      // If a folder is known, the folders above it are known, too.
      if (there.has(folder)) break;
      there.add(folder);
    }
  return names.flatMap((name, place) => (there.has(name) ? [] : [place]));
}
