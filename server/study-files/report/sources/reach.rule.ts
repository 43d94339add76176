import type { OutsideAddressResolver } from '../../addresses/own-paths.rule';
import { resolveAddress } from '../address.rule';
import type { CheckedFile, Reference } from '../facts.rule';

/**
 * Finds the file of the version to which an address refers, also if the address points outside of
 * its folder; null for none.
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
 * The files that a page loads: the page, the files to which it refers, the files to which these
 * refer, and so on.
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
      // Other pages are left out, since each of them loads its files itself.
      if (next !== null && !/\.x?html?$/i.test(next)) reached.add(next);
    }
  return reached;
}
