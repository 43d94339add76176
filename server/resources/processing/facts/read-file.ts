import type { FileFacts } from '../../../../contracts/resources/file-facts';
import type { ResourceType } from '../../../../contracts/resources/file-types';

/** What was read from a file: its facts, and a thumbnail as WebP where one was made. */
export interface ReadFile {
  readonly facts: FileFacts;
  readonly thumbnail?: Uint8Array;
}

export const unreadable: ReadFile = { facts: { notes: ['unreadable'] } };
/** The result for types in which there is nothing to read. */
export const nothingRead: ReadFile = { facts: { notes: [] } };

/** Whether files of this type have facts that can be read: pictures, sounds, videos and tables. */
export const isRead = (type: ResourceType): boolean =>
  /^(image|audio|video)\/|^text\/(csv|tab-separated-values)$/.test(type);
