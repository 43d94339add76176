import type { FileFacts } from '../../../../contracts/resources/file-facts';
import type { ResourceType } from '../../../../contracts/resources/file-types';

/** The facts read from a file, and a thumbnail as WebP. */
export interface ReadFile {
  readonly facts: FileFacts;
  readonly thumbnail?: Uint8Array;
}

export const unreadable: ReadFile = { facts: { notes: ['unreadable'] } };
/** For a type of which nothing is read. */
export const nothingRead: ReadFile = { facts: { notes: [] } };

/** Whether there is anything to read in files of a type. */
export const isRead = (type: ResourceType): boolean =>
  /^(image|audio|video)\/|^text\/(csv|tab-separated-values)$/.test(type);
