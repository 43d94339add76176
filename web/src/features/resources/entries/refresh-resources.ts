import {
  listFiles,
  listFileVersions,
  listFolders,
  readFile,
} from '../../../../../contracts/resources/files';
import { readSharing } from '../../../../../contracts/resources/folder-sharing';
import { readStudyStorage } from '../../../../../contracts/study-files/study-storage';
import { queryClient } from '../../../lib/query-client';

/** Fetches again what a change of files or folders can change. */
export const refreshResources = async (): Promise<void> => {
  const paths = [listFiles, listFolders, readFile, listFileVersions, readSharing, readStudyStorage];
  await Promise.all(paths.map(({ path }) => queryClient.invalidateQueries({ queryKey: [path] })));
};
