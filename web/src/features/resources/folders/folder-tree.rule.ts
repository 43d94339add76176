import type { ResourceFolder } from '../../../../../contracts/resources/files';

/** The folders, found by their ids and by their parents. */
export interface FolderTree {
  readonly root: ResourceFolder | undefined;
  readonly byId: ReadonlyMap<string, ResourceFolder>;
  /** Lists the folders directly inside a folder, sorted by name. */
  readonly within: (id: string) => readonly ResourceFolder[];
  /** The topmost folders that other people share with this person. */
  readonly shared: readonly ResourceFolder[];
}

const byName = (a: ResourceFolder, b: ResourceFolder) =>
  a.name.localeCompare(b.name, undefined, { numeric: true });

export function folderTree(folders: readonly ResourceFolder[]): FolderTree {
  const byId = new Map(folders.map((one) => [one._id, one]));
  const children = new Map<string, ResourceFolder[]>();
  for (const one of folders) {
    if (one.parent_id === null) continue;
    const siblings = children.get(one.parent_id) ?? [];
    siblings.push(one);
    children.set(one.parent_id, siblings);
  }
  for (const siblings of children.values()) siblings.sort(byName);
  return {
    root: folders.find(({ parent_id, owner }) => parent_id === null && owner === null),
    byId,
    within: (id) => children.get(id) ?? [],
    shared: folders
      .filter(
        ({ owner, parent_id }) => owner !== null && (parent_id === null || !byId.has(parent_id)),
      )
      .sort(byName),
  };
}

/** Lists the folders on the path from the topmost folder that the person sees to this folder. */
export function folderPathTo(tree: FolderTree, id: string): ResourceFolder[] {
  const path: ResourceFolder[] = [];
  const seen = new Set<string>();
  let at = tree.byId.get(id);
  while (at && !seen.has(at._id)) {
    path.unshift(at);
    seen.add(at._id);
    at = at.parent_id === null ? undefined : tree.byId.get(at.parent_id);
  }
  return path;
}

/** Whether the folder `id` is the folder `other` or lies below it. */
export const isFolderWithin = (tree: FolderTree, id: string, other: string): boolean =>
  folderPathTo(tree, id).some(({ _id }) => _id === other);

/** Finds the folders inside a folder, at any depth, whose names contain a text. */
export function foldersNamed(tree: FolderTree, below: string, text: string): ResourceFolder[] {
  const wanted = text.toLocaleLowerCase();
  return [...tree.byId.values()]
    .filter(
      ({ _id, name }) =>
        _id !== below &&
        name.toLocaleLowerCase().includes(wanted) &&
        isFolderWithin(tree, _id, below),
    )
    .sort(byName);
}
