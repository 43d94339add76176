import type { OwnPaths } from '../../addresses/own-paths.rule';
import { resolveAddress } from '../address.rule';
import type { CheckedFile, Reference } from '../facts.rule';

/** The file of the version to which a reference points, within or outside of its folder; null for none. */
export function resolveReference(
  { address }: Pick<Reference, 'address'>,
  file: string,
  paths: OwnPaths,
): string | null {
  const target = resolveAddress(file, address);
  if (target.kind === 'own') return paths.has(target.path) ? target.path : null;
  return target.kind === 'outside' ? paths.meant(address, file) : null;
}

/** The files that a page loads, itself included: those that it names, those that these import, and so on. */
export function reachedFrom(
  page: string,
  files: ReadonlyMap<string, CheckedFile>,
  paths: OwnPaths,
): ReadonlySet<string> {
  const reached = new Set([page]);
  // Files that are added during the loop come at the end.
  for (const path of reached)
    for (const reference of files.get(path)?.facts?.references ?? []) {
      if (reference.from !== 'file') continue;
      const next = resolveReference(reference, path, paths);
      // Pages are left out, since each page is a starting point itself.
      if (next !== null && !/\.x?html?$/i.test(next)) reached.add(next);
    }
  return reached;
}
