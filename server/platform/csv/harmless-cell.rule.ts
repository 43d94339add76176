/**
 * The first characters by which a spreadsheet recognises a formula (OWASP, CSV Injection), also in
 * their full-width forms.
 */
const formula = /^[=+\-@\t\r\n\uff1d\uff0b\uff0d\uff20]/;
const number = /^-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/**
 * Escapes a text so that a spreadsheet does not evaluate it as a formula. A number such as `-5` is
 * not escaped. The caller must still quote the result for CSV.
 */
export const escapeSpreadsheetFormula = (text: string): string =>
  formula.test(text) && !number.test(text) ? `'${text}` : text;
