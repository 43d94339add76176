/*
 * JSON in the form that the programs that read exports accept. U+007F to U+009F and the line ends U+2028 and U+2029
 * are escaped: some validators call a file with one of them no UTF-8. NUL and half of a surrogate pair are U+FFFD, as
 * in CSV: JSON can escape them, but PostgreSQL and DuckDB refuse the whole file for one. A bundle has the exact text
 * (`exactJson`).
 */

/** Most texts need only this one test, since they contain none of these characters. */
const needsCare = /[\u007f-\u009f\u2028\u2029]|\\u(?:d[89a-f]|0000)/;
/** Each escape sequence is matched completely, so that the second half of `\\` does not begin one. */
const parts = /[\u007f-\u009f\u2028\u2029]|\\(?:u[0-9a-f]{4}|.)/g;
/** `JSON.stringify` escapes an unpaired surrogate, never a complete pair. */
const noReader = /^\\u(?:d[89a-f]|0000)/;

/** @param json what `JSON.stringify` wrote */
export const asRead = (json: string): string =>
  needsCare.test(json)
    ? json.replace(parts, (part) => {
        if (part.startsWith('\\')) return noReader.test(part) ? '\ufffd' : part;
        return `\\u${part.charCodeAt(0).toString(16).padStart(4, '0')}`;
      })
    : json;

export const jsonText = (value: unknown, indent?: number): string =>
  asRead(JSON.stringify(value, null, indent));

/** Writes a JSON file for readers of an export. */
export const jsonFile = (value: unknown): string => `${jsonText(value, 2)}\n`;
/** Writes a JSON file for another installation, which must read exactly the same text. */
export const exactJson = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
