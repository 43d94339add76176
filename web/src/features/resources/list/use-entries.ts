import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useCallback, useMemo } from 'react';
import {
  listFiles,
  listFolders,
  type ResourceFile,
  type ResourceFolder,
} from '../../../../../contracts/resources/files';
import { resourcesLimits } from '../../../../../contracts/resources/limits';
import { serverNow } from '../../../lib/http/server-clock';
import { query } from '../../../lib/http/api';
import { itemsOfPages, pagedQuery } from '../../../lib/http/pages';
import { type FolderTree, foldersNamed } from '../folders/folder-tree.rule';
import type { ResourceListState } from '../use-place';
import { type ResourceEntry, fileEntry, folderEntry } from '../entries/entry.rule';
import { isFileStillChecked } from './facts.rule';

const askEveryMs = 5_000;
/** A list of several pages costs the server more than one page, so it is refetched less often. */
const askSeldomMs = 30_000;

/**
 * Returns the folders in the list that the page shows.
 * @param shown `folder` is the open folder; undefined in the list of all folders that others share
 */
function foldersOf(
  tree: FolderTree,
  { view, folder, text, sort }: Pick<ResourceListState, 'view' | 'folder' | 'text' | 'sort'>,
  bin: readonly ResourceFolder[],
) {
  const wanted = text.toLocaleLowerCase();
  const named = (all: readonly ResourceFolder[]) =>
    all.filter(({ name }) => name.toLocaleLowerCase().includes(wanted));
  const found =
    view === 'bin'
      ? named(bin)
      : folder === undefined
        ? named(tree.shared)
        : text
          ? foldersNamed(tree, folder, text)
          : tree.within(folder);
  return sort === '-name' ? found.toReversed() : found;
}

/**
 * Fetches the entries of a place: first its folders, then its files, which are fetched 500 at a
 * time as they come into view.
 */
export function useEntries(place: ResourceListState, tree: FolderTree) {
  const { view, text, sort } = place;
  const isTopOfShared = view === 'shared' && place.folder === undefined;
  const folder = place.folder ?? (view === 'own' ? tree.root?._id : undefined);
  const files = useInfiniteQuery({
    ...pagedQuery<ResourceFile>(listFiles, {
      query: {
        ...(view === 'bin' ? { bin: 'true' } : { folder }),
        ...(text && { text }),
        sort,
        limit: resourcesLimits.pageSize,
      },
    }),
    enabled: !isTopOfShared && (view === 'bin' || folder !== undefined),
    placeholderData: (before) => before,
    refetchOnWindowFocus: true,
    refetchInterval: ({ state: { data } }) =>
      itemsOfPages(data).some((file) => isFileStillChecked(file, serverNow()))
        ? (data?.pages.length ?? 0) > 1
          ? askSeldomMs
          : askEveryMs
        : false,
  });
  const bin = useQuery({
    ...query(listFolders, { query: { bin: 'true' } }),
    enabled: view === 'bin',
  });
  const { data, hasNextPage, isFetchingNextPage, isFetching, fetchNextPage } = files;
  const folders = useMemo(
    () => foldersOf(tree, { view, folder, text, sort }, bin.data?.items ?? []),
    [tree, bin.data, view, folder, text, sort],
  );
  const loaded = useMemo(
    (): ResourceEntry[] => [
      ...folders.map(folderEntry),
      ...(isTopOfShared ? [] : itemsOfPages(data)).map((file) =>
        fileEntry(file, view === 'bin' ? 'change' : (tree.byId.get(file.folder_id)?.may ?? 'read')),
      ),
    ],
    [folders, data, isTopOfShared, view, tree],
  );
  const first = data?.pages[0] as { count?: number } | undefined;
  const count = isTopOfShared
    ? folders.length
    : Math.max(loaded.length, folders.length + (first?.count ?? 0));
  const at = useCallback((index: number) => loaded[index], [loaded]);
  /** Fetches the next page if the line with this index has not loaded yet. */
  const need = useCallback(
    (index: number) => {
      if (index >= loaded.length && hasNextPage && !isFetching) void fetchNextPage();
    },
    [loaded.length, hasNextPage, isFetching, fetchNextPage],
  );
  /** Fetches all pages. @returns all entries */
  const whole = async (): Promise<ResourceEntry[]> => {
    let more = hasNextPage;
    let items = itemsOfPages(data);
    while (more) {
      const next = await fetchNextPage();
      if (next.error) throw next.error;
      items = itemsOfPages(next.data);
      more = next.hasNextPage;
    }
    const may = (file: ResourceFile) => tree.byId.get(file.folder_id)?.may ?? 'read';
    return [
      ...folders.map(folderEntry),
      ...items.map((file) => fileEntry(file, view === 'bin' ? 'change' : may(file))),
    ];
  };
  return {
    loaded,
    at,
    count,
    need,
    whole,
    error: files.error ?? bin.error,
    isPending: !isTopOfShared && (files.isPending || (view === 'bin' && bin.isPending)),
    isOld: files.isPlaceholderData,
    isFetchingNextPage,
    refetch: () => Promise.all([files.refetch(), view === 'bin' && bin.refetch()]),
  };
}
