/**
 * The characters at which a spreadsheet takes a text for a formula (OWASP, CSV Injection), full-width letters
 * included. A number stays a number.
 */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** A text as a spreadsheet shows it without calculating anything; it is neither quoted nor escaped yet. */
export const harmlessCell = (text: string): string =>
  formula.test(text) && !number.test(text) ? `'${text}` : text;
