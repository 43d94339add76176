import { isJsonObject, type Json } from '../../runtime/record-format/json.rule';

/** A row's value for a column; undefined where the row has none. */
export type Cell = Json | undefined;
/**
 * The rows of a table, in groups: awaiting each row separately would take longer than writing it.
 */
export type RowGroups = Iterable<Iterable<Cell[]>> | AsyncIterable<Iterable<Cell[]>>;

/**
 * Matches NUL and every surrogate, whether paired or not. Most texts contain neither, so the slower
 * search for unpaired surrogates is rarely needed.
 */
const mayBeUnwritable = /[\0\ud800-\udfff]/;
const unwritable = /[\0\p{Surrogate}]/gu;
/** Whether a text contains NUL or an unpaired surrogate, which neither UTF-8 nor most CSV readers accept. */
export const isUnwritableText = (text: string): boolean =>
  mayBeUnwritable.test(text) && text.search(unwritable) >= 0;
/** Like `isUnwritableText`, for any text in a value, including the keys of objects. */
export const hasUnwritableText = (value: Json): boolean => {
  if (typeof value === 'string') return isUnwritableText(value);
  if (Array.isArray(value)) return value.some(hasUnwritableText);
  return (
    isJsonObject(value) &&
    Object.entries(value).some(([key, one]) => isUnwritableText(key) || hasUnwritableText(one))
  );
};
export const toWritableText = (text: string): string =>
  mayBeUnwritable.test(text) ? text.replace(unwritable, '\ufffd') : text;
