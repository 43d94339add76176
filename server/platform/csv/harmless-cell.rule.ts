/**
 * The characters at which a spreadsheet takes a text for a formula (OWASP, CSV Injection), full-width letters
 * included. A number stays a number.
 */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Escapes a text so that a spreadsheet does not evaluate it as a formula; it is not quoted for CSV yet. */
export const cellWithoutFormula = (text: string): string =>
  formula.test(text) && !number.test(text) ? `'${text}` : text;
