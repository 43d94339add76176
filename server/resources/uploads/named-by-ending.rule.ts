import type { ResourceFileType } from '../../../contracts/resources/file-types';

/**
 * Whether files of this type are recognised by their extension, because texts have no signature.
 * The same bytes may have a different type under a different name, so the type is checked again
 * even if the server already has these bytes.
 */
export const isTypedByExtension = (type: ResourceFileType): boolean =>
  type.startsWith('text/') || type === 'application/json';
