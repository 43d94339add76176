import type { ResourceFileType } from '../../../contracts/resources/file-types';

/**
 * Whether files of this type are recognised by their extension, because texts have no signature.
 * Equal bytes may have another type under another name, so an upload of known bytes is checked
 * again.
 */
export const isTypedByExtension = (type: ResourceFileType): boolean =>
  type.startsWith('text/') || type === 'application/json';
