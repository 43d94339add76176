import type { ResourceFile } from '../../../../contracts/resources/files';

/** A file of the resources, and the path that it gets in a study. */
export interface PickedFile {
  readonly path: string;
  readonly file_id: string;
}

/**
 * Converts the typed name of a folder to the beginning of a path: without slashes at the ends, and
 * without empty parts.
 */
export const folderPath = (typed: string): string =>
  typed
    .normalize('NFC')
    .split('/')
    .map((part) => part.trim())
    .filter((part) => part !== '')
    .join('/');

/**
 * Gives each picked file its path in the study: below the typed folder or, if the person typed no
 * folder, at the top of the study.
 */
export function pickedFiles(
  files: readonly Pick<ResourceFile, '_id' | 'name'>[],
  folder: string,
): PickedFile[] {
  const top = folderPath(folder);
  return files.map(({ _id, name }) => ({
    path: top === '' ? name : `${top}/${name}`,
    file_id: _id,
  }));
}
