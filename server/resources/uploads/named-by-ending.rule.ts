import type { ResourceFileType } from '../../../contracts/resources/file-types';

/**
 * Whether the file's extension determines its type, since texts have no signature. Equal bytes may
 * then have another type under another name, so they are checked again.
 */
export const isTypedByExtension = (type: ResourceFileType): boolean =>
  type.startsWith('text/') || type === 'application/json';
