import { isJsonObject, type Json, type JsonObject } from '../../runtime/record-format/json.rule';
import { withheldMark } from '../../runtime/withholding/withheld.rule';

/** A summary of one run's values in one column. */
export interface AnswerColumn {
  /** The last value that is not null; undefined where there is none. */
  readonly last: Json | undefined;
  /** The sum of the numeric values (`numberOrTextOf`); NaN if one of the values was withheld. */
  readonly sum: number;
  readonly count: number;
}
export const emptyAnswerColumn: AnswerColumn = { last: undefined, sum: 0, count: 0 };

/**
 * Converts a value of the data to a number or text: text that is a number becomes a number, true
 * becomes 1, and false becomes 0.
 * @returns null if it is a list or an object, or is withheld
 */
export function numberOrTextOf(value: Json | undefined): number | string | null {
  if (typeof value === 'boolean') return Number(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : null;
  if (typeof value !== 'string' || value.includes(withheldMark)) return null;
  const text = value.trim();
  if (/^(true|false)$/i.test(text)) return Number(text.toLowerCase() === 'true');
  if (!/^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(text)) return text;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

const isWithheld = (value: Json): boolean =>
  typeof value === 'string' && value.includes(withheldMark);

/**
 * Finds a value by the name of its column. If no value has this name, its parts between dots are
 * read as a path: `response.age` is the value `age` of the object `response`.
 */
export function findValueByColumnName(values: JsonObject, name: string): Json | undefined {
  if (Object.hasOwn(values, name)) return values[name];
  const dot = name.indexOf('.');
  const inner = dot < 0 ? undefined : findValueByColumnName(values, name.slice(0, dot));
  return isJsonObject(inner) ? findValueByColumnName(inner, name.slice(dot + 1)) : undefined;
}

/**
 * Collects the values of one run in each of the named columns.
 * @param rows of the run, in the order of their records
 */
export function answerColumns(
  rows: Iterable<JsonObject>,
  names: Iterable<string>,
): Map<string, AnswerColumn> {
  const columns = new Map([...names].map((name) => [name, emptyAnswerColumn]));
  for (const row of rows)
    for (const [name, { sum, count }] of columns) {
      const value = findValueByColumnName(row, name) ?? null;
      if (value === null) continue;
      const number = isWithheld(value) ? Number.NaN : numberOrTextOf(value);
      const counts = typeof number === 'number';
      columns.set(name, {
        last: value,
        sum: counts ? sum + number : sum,
        count: counts ? count + 1 : count,
      });
    }
  return columns;
}
