import {
  listFiles,
  listFileVersions,
  listFolders,
  readFile,
} from '../../../../../contracts/resources/files';
import { readSharing } from '../../../../../contracts/resources/folder-sharing';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import { queryClient } from '../../../lib/query-client';

/** Refetches everything that a change of files or folders may affect. */
export const refreshResources = async (): Promise<void> => {
  const paths = [listFiles, listFolders, readFile, listFileVersions, readSharing, readStudyStorage];
  await Promise.all(paths.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));
};
