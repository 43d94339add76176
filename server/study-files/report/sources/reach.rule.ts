import type { OutsideAddressResolver } from '../../addresses/own-paths.rule';
import { resolveAddress } from '../address.rule';
import type { CheckedFile, Reference } from '../facts.rule';

/**
 * Finds the file of the version that an address means, even if the address points outside of the
 * version's folder; null if there is none.
 */
export function resolveReference(
  { address }: Pick<Reference, 'address'>,
  file: string,
  paths: OutsideAddressResolver,
): string | null {
  const target = resolveAddress(file, address);
  if (target.kind === 'own') return paths.has(target.path) ? target.path : null;
  return target.kind === 'outside' ? paths.meant(address, file) : null;
}

/**
 * Returns the files that a page loads: the page, the files to which it refers, the files to which
 * these refer, and so on.
 */
export function filesLoadedByPage(
  page: string,
  files: ReadonlyMap<string, CheckedFile>,
  paths: OutsideAddressResolver,
): ReadonlySet<string> {
  const reached = new Set([page]);
  // A `Set` also visits elements that are added during the loop.
  for (const path of reached)
    for (const reference of files.get(path)?.facts?.references ?? []) {
      if (reference.from !== 'file') continue;
      const next = resolveReference(reference, path, paths);
      // Pages that this page refers to are left out, since each page loads its own files.
      if (next !== null && !/\.x?html?$/i.test(next)) reached.add(next);
    }
  return reached;
}
