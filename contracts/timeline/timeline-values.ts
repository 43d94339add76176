/** A value that JSON can hold. */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/**
 * A value in a timeline: JSON, in which an object whose only key begins with `$` stands for a value
 * that is known later.
 * - `{ "$var": "word" }`: the column `word` of the table of variables of the nearest block around
 *   it.
 * - `{ "$js": "…" }`: the result of a JavaScript expression when the trial begins. It runs in the
 *   study's sandbox, with access to `jsPsych`, `condition` and `variable(name)`. For a parameter
 *   that takes a function, the expression is that function: `(data) => data.rt > 300`.
 * - `{ "$text": "<p>{{word}}</p>" }`: a text into which the value of the column `word` is inserted
 *   unchanged.
 * - `{ "$file": "cat.png" }`: the address of one of the study's files.
 * - `{ "$condition": "colour" }`: a value of the condition that was drawn; null where there is
 *   none.
 */
export type TimelineValue = Json;

export const valueMarkers = ['$var', '$text', '$js', '$file', '$condition'] as const;
export type ValueMarker = (typeof valueMarkers)[number];
export interface MarkedValue {
  marker: ValueMarker;
  text: string;
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Returns the marker of a value, such as `$var`, and the text that belongs to it; undefined for
 * plain JSON.
 */
export function parseMarkedValue(value: unknown): MarkedValue | undefined {
  if (!isObject(value)) return undefined;
  const [key, ...more] = Object.keys(value);
  const marker = valueMarkers.find((one) => one === key);
  const text = marker && value[marker];
  return marker && more.length === 0 && typeof text === 'string' ? { marker, text } : undefined;
}

/**
 * Yields each value within a value, the outer ones first, with its path. It does not descend into
 * marked values, such as `{ "$file": … }`.
 */
export function* walkValues(
  value: unknown,
  path: readonly string[] = [],
): Generator<{ value: unknown; path: readonly string[] }> {
  const waiting = [{ value, path }];
  for (let at = waiting.pop(); at; at = waiting.pop()) {
    yield at;
    if (parseMarkedValue(at.value)) continue;
    if (typeof at.value !== 'object' || at.value === null) continue;
    const { value: outer, path: way } = at;
    for (const [key, inner] of Object.entries(outer).reverse())
      waiting.push({ value: inner, path: [...way, key] });
  }
}

const deepestValue = 12;
/** Whether a value is not nested too deeply, and no object in it has a forbidden key. */
export function isTimelineValue(value: unknown): value is TimelineValue {
  for (const { value: inner, path } of walkValues(value)) {
    if (path.length > deepestValue) return false;
    if (path.at(-1) === '__proto__') return false;
    if (typeof inner === 'number' ? !Number.isFinite(inner) : !isJson(inner)) return false;
    // An object with a misspelled marker would reach the study as an ordinary object, so it is
    // refused.
    if (isObject(inner) && Object.keys(inner).some((key) => key.startsWith('$')))
      if (!parseMarkedValue(inner)) return false;
  }
  return true;
}

const isJson = (value: unknown) =>
  value === null || ['boolean', 'string', 'object', 'number'].includes(typeof value);
