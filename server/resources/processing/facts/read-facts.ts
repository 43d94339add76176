import type { ResourceFileType } from '../../../../contracts/resources/file-types';
import { emptyReadResult, unreadableResult, type FileReadResult } from './read-file';
import { readMedia } from './read-media';
import { readPicture } from './read-picture';
import { readTableFacts } from './read-table';

type Read = (path: string, type: ResourceFileType) => Promise<FileReadResult>;
const readers: readonly (readonly [RegExp, Read])[] = [
  [/^image\//, readPicture],
  [/^(audio|video)\//, readMedia],
  [/^text\/(csv|tab-separated-values)$/, readTableFacts],
];

/**
 * Reads the facts of a file. Returns `unreadableResult` if the library for its type cannot read it.
 */
export async function readResourceFileFacts(
  path: string,
  type: ResourceFileType,
): Promise<FileReadResult> {
  const [, read] = readers.find(([kind]) => kind.test(type)) ?? [];
  if (!read) return emptyReadResult;
  try {
    return await read(path, type);
  } catch {
    return unreadableResult;
  }
}
