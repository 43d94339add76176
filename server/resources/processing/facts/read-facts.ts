import type { ResourceType } from '../../../../contracts/resources/file-types';
import { emptyReadResult, unreadableResult, type FileReadResult } from './read-file';
import { readMedia } from './read-media';
import { readPicture } from './read-picture';
import { readTable } from './read-table';

type Read = (path: string, type: ResourceType) => Promise<FileReadResult>;
const readers: readonly (readonly [RegExp, Read])[] = [
  [/^image\//, readPicture],
  [/^(audio|video)\//, readMedia],
  [/^text\/(csv|tab-separated-values)$/, readTable],
];

/**
 * Reads the facts of a file. A file that the library for its type cannot read gets the note
 * `unreadableResult`.
 */
export async function readFacts(path: string, type: ResourceType): Promise<FileReadResult> {
  const [, read] = readers.find(([kind]) => kind.test(type)) ?? [];
  if (!read) return emptyReadResult;
  try {
    return await read(path, type);
  } catch {
    return unreadableResult;
  }
}
