import { isJsonObject } from '../../runtime/record-format/json.rule';
import type { DataRow } from './run-rows.rule';

/** Makes canonical JSON: the same text for the same values, whatever the order of their keys. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isJsonObject(each as never)
      ? Object.fromEntries(Object.entries(each as object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/**
 * Removes rows of texts that equal rows of trials: some studies send all their trials a second time
 * at the end, as one text.
 */
export function removeRepeatedRows(rows: readonly DataRow[]): {
  rows: DataRow[];
  repeated: number;
} {
  const texts = rows.some(({ kind, values }) => kind === 'text' && values !== null);
  if (!texts) return { rows: [...rows], repeated: 0 };
  const trials = new Set(
    rows.flatMap(({ kind, values }) => (kind === 'trial' && values ? [canonical(values)] : [])),
  );
  const once = rows.filter(
    ({ kind, values }) => !(kind === 'text' && values && trials.has(canonical(values))),
  );
  return { rows: once, repeated: rows.length - once.length };
}
