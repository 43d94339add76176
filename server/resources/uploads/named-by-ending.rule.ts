import type { ResourceType } from '../../../contracts/resources/file-types';

/**
 * Whether the ending of a file's name decides about the type (texts have no signature): equal bytes are then of another
 * type under another name, so they are looked at again.
 */
export const isNamedByEnding = (type: ResourceType): boolean =>
  type.startsWith('text/') || type === 'application/json';
