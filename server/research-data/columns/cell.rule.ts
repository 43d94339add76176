import { isObject, type Json } from '../../runtime/record-format/json.rule';

/** A value of a row at the place of its column; undefined where the row has none. */
export type Cell = Json | undefined;
/** The rows of a table, several at a time: to wait for each one would take longer than to write it. */
export type Rows = Iterable<Iterable<Cell[]>> | AsyncIterable<Iterable<Cell[]>>;

/**
 * Finds NUL and any surrogate, also one of a valid pair. Most texts have neither, so the slower check of pairs is
 * rarely needed.
 */
const mayBeUnwritable = /[\0\ud800-\udfff]/;
const unwritable = /[\0\p{Surrogate}]/gu;
/** NUL and half of a pair, which neither UTF-8 nor most readers of CSV have. */
export const isUnwritable = (text: string): boolean =>
  mayBeUnwritable.test(text) && text.search(unwritable) >= 0;
/** The same of any text in a value, the names of an object among them. */
export const hasUnwritable = (value: Json): boolean => {
  if (typeof value === 'string') return isUnwritable(value);
  if (Array.isArray(value)) return value.some(hasUnwritable);
  return (
    isObject(value) &&
    Object.entries(value).some(([key, one]) => isUnwritable(key) || hasUnwritable(one))
  );
};
export const writable = (text: string): string =>
  mayBeUnwritable.test(text) ? text.replace(unwritable, '\ufffd') : text;
