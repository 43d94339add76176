import { isObject } from '../../runtime/record-format/json.rule';
import type { DataRow } from './run-rows.rule';

/** The same text for the same values, in whichever order their names are. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_, each: unknown) =>
    isObject(each as never)
      ? Object.fromEntries(Object.entries(each as object).sort(([a], [b]) => (a < b ? -1 : 1)))
      : each,
  );

/**
 * The rows without those of texts that a trial has already: studies that send all of their trials as
 * one text at the end, which are stored one by one, too.
 */
export function eachOnce(rows: readonly DataRow[]): { rows: DataRow[]; repeated: number } {
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
