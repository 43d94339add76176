import type { FileFacts } from '../../../../contracts/resources/file-facts';
import type { ResourceFileType } from '../../../../contracts/resources/file-types';

/** What was read from a file: its facts, and a thumbnail as WebP where one was made. */
export interface FileReadResult {
  readonly facts: FileFacts;
  readonly thumbnail?: Uint8Array;
}

export const unreadableResult: FileReadResult = { facts: { notes: ['unreadable'] } };
/** The result for a file whose type has no facts to read. */
export const emptyReadResult: FileReadResult = { facts: { notes: [] } };

/** Whether files of this type have facts that can be read: pictures, sounds, videos and tables. */
export const hasReadableFacts = (type: ResourceFileType): boolean =>
  /^(image|audio|video)\/|^text\/(csv|tab-separated-values)$/.test(type);
