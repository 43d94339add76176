/*
 * JSON in a form that all programs that read exports accept. U+007F to U+009F and the line ends
 * U+2028 and U+2029 are escaped, because some validators refuse a file that contains one of them as
 * invalid UTF-8. NUL and half of a surrogate pair are replaced by U+FFFD, as in CSV: JSON can
 * escape them, but PostgreSQL and DuckDB then refuse the whole file. Bundles are not written in
 * this form: they keep every character (`exactJsonFileText`).
 */

/**
 * Matches JSON in which a character may need to be escaped or replaced. Most texts do not match,
 * and are returned after this one test.
 */
const needsCare = /[\u007f-\u009f\u2028\u2029]|\\u(?:d[89a-f]|0000)/;
/**
 * Matches each escape sequence as a whole: the second backslash of `\\` must not be read as the
 * beginning of another sequence.
 */
const parts = /[\u007f-\u009f\u2028\u2029]|\\(?:u[0-9a-f]{4}|.)/g;
/**
 * Matches escape sequences that some readers refuse: of half a surrogate pair, and of NUL.
 * `JSON.stringify` does not escape complete pairs.
 */
const noReader = /^\\u(?:d[89a-f]|0000)/;

/**
 * Escapes or replaces the characters that readers of JSON refuse.
 * @param json the output of `JSON.stringify`
 */
export const escapeForJsonReaders = (json: string): string =>
  needsCare.test(json)
    ? json.replace(parts, (part) => {
        if (part.startsWith('\\')) return noReader.test(part) ? '\ufffd' : part;
        return `\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`;
      })
    : json;

export const jsonText = (value: unknown, indent?: number): string =>
  escapeForJsonReaders(JSON.stringify(value, null, indent));

/** Writes the text of a JSON file for readers of an export. */
export const jsonFileText = (value: unknown): string => `${jsonText(value, 2)}\n`;
/**
 * Writes the text of a JSON file that another installation will import. It replaces no characters,
 * so that the imported texts equal the original ones.
 */
export const exactJsonFileText = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
