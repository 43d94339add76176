import { limits } from '../../../contracts/base/limits';

/**
 * Shortens a text to the length that a title may have, without splitting a surrogate pair at its
 * end.
 */
export const truncatedTitle = (text: string): string =>
  text
    .slice(0, limits.title)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
