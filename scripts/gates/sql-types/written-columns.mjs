/**
 * Returns the columns into which a statement writes its parameters unchanged, by the number of the
 * parameter: `INSERT INTO t (a, b) VALUES ($1, $2)` and `UPDATE t SET a = $1`.
 * @param {string} text
 * @returns {ReadonlyMap<number, readonly string[]>} schema, table and column
 */
export function writtenColumns(text) {
  /** @type {Map<number, string[]>} */
  const found = new Map();
  /**
   * If the value for a column is nothing but a parameter, such as `$2`, records the column for this
   * parameter.
   * @param {string} table @param {string} column @param {string} value
   */
  const add = (table, column, value) => {
    const parameter = Number(/^\$(\d+)(::[\w[\]]+)?$/.exec(value.trim())?.[1] ?? 0);
    if (parameter)
      found.set(parameter, [...(found.get(parameter) ?? []), `${table}.${column.trim()}`]);
  };
  for (const [, table = '', columns = '', rest = ''] of text.matchAll(
    /\bINSERT INTO (\w+\.\w+)(?: AS \w+)? \(([^)]*)\)\s*VALUES\s*\(([\s\S]*)/gi,
  )) {
    const values = inBrackets(rest);
    columns.split(',').forEach((column, i) => add(table, column, values[i] ?? ''));
  }
  for (const [, table = '', rest = ''] of text.matchAll(
    /\bUPDATE (\w+\.\w+)(?: \w+)?\s+SET\s+([\s\S]*?)(?=\b(?:FROM|WHERE|RETURNING)\b|$)/gi,
  ))
    for (const item of inBrackets(rest)) {
      const [, column = '', value = ''] = /^\s*(\w+)\s*=([\s\S]*)$/.exec(item) ?? [];
      add(table, column, value);
    }
  return found;
}

/**
 * Splits a list of SQL expressions.
 * @param {string} text @returns {string[]} the parts between commas, up to the closing bracket
 */
function inBrackets(text) {
  const parts = [''];
  let depth = 0;
  for (const sign of text) {
    if (sign === '(') depth++;
    if (sign === ')' && depth-- === 0) break;
    if (sign === ',' && depth === 0) parts.push('');
    else parts[parts.length - 1] += sign;
  }
  return parts;
}
