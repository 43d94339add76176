/**
 * Limits for an uploaded JSON text, checked before it is parsed in the thread that answers all
 * requests.
 */
export interface JsonBounds {
  /** The deepest nesting of arrays and objects. */
  readonly depth: number;
  /** The largest number of values; the names of members count too. */
  readonly values: number;
}

/**
 * Enough for files that programs write, and far below what exhausts the memory: a small text with
 * endless nesting, or with millions of empty lists, takes a hundred times its size when it is
 * parsed.
 */
const fileBounds: JsonBounds = { depth: 100, values: 600_000 };

const code = { quote: 34, comma: 44, colon: 58, backslash: 92 };
const opens = new Set([91, 123]);
const closes = new Set([93, 125]);

/**
 * Whether a JSON text is within the limits. It scans the text once without parsing it, so a text
 * that is not valid JSON may also be within the limits.
 */
export function isWithinJsonBounds(text: string, most: JsonBounds = fileBounds): boolean {
  let depth = 0;
  let values = 1;
  for (let i = 0; i < text.length; i++) {
    const char = text.charCodeAt(i);
    if (char === code.quote) i = endOfString(text, i);
    else if (char === code.comma || char === code.colon) values += 1;
    else if (opens.has(char)) {
      depth += 1;
      values += 1;
    } else if (closes.has(char)) depth -= 1;
    if (depth > most.depth || values > most.values) return false;
  }
  return true;
}

/** Finds the index of the end of a string, or of the end of the text if the string does not end. */
function endOfString(text: string, begin: number): number {
  for (let at = begin; ;) {
    at = text.indexOf('"', at + 1);
    if (at < 0) return text.length;
    let before = at - 1;
    while (text.charCodeAt(before) === code.backslash) before -= 1;
    // A quotation mark after an even number of backslashes ends the string.
    if ((at - before) % 2 === 1) return at;
  }
}
