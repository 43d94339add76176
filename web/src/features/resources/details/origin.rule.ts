import type { ResourceFolder } from '../../../../../contracts/resources/files';
import { type FolderTree, folderPathTo } from '../folders/folder-tree.rule';

export const originFields = ['licence', 'creator', 'source'] as const;
export type OriginField = (typeof originFields)[number];

/**
 * Finds the value that a file or folder inherits for a field, such as the licence. The value comes
 * from the nearest folder above it that states a value.
 * @param folder the folder that directly contains the file or folder; null if there is none
 */
export function inheritedOrigin(
  tree: FolderTree,
  folder: string | null,
  field: OriginField,
): { value: string; folder: ResourceFolder } | undefined {
  if (folder === null) return undefined;
  const nearest = folderPathTo(tree, folder)
    .toReversed()
    .find((one) => one[field] !== '');
  return nearest && { value: nearest[field], folder: nearest };
}
