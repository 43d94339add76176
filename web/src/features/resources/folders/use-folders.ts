import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { listFolders } from '../../../../../contracts/resources/files';
import { query } from '../../../lib/http/api';
import { folderTree } from './folder-tree.rule';

/** Fetches all folders that the person sees. */
export function useFolders() {
  const { data, error, refetch, isPending } = useQuery(query(listFolders));
  const tree = useMemo(() => folderTree(data?.items ?? []), [data]);
  return { tree, error, refetch, isPending };
}
