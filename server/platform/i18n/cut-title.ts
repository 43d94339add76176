import { limits } from '../../../contracts/base/limits';

/** A text cut to what a title may have, without half of a surrogate pair at its end. */
export const cutTitle = (text: string): string =>
  text
    .slice(0, limits.title)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd();
