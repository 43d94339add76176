import { isObject, jsonOf } from './json.rule';
import type { DataRow, RunRecord } from './run-rows.rule';

/*
 * Results of studies made for JATOS. Such a study sends a component's result again and again, mostly
 * with all that it sent before; the log has only what was new each time (web/src/runner/jatos/
 * results.ts), and here the result is put together again.
 */

interface Result {
  readonly component: number;
  /** How many characters of what the component had sent stay; null: all, as it is. */
  readonly keep: number | null;
  /** So many texts follow at once, which are one. */
  readonly parts: number;
}
interface Piece {
  readonly seq: number;
  readonly text: string;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

function resultOf({ kind, data }: RunRecord): Result | undefined {
  const event = kind === 'event' ? jsonOf(data) : undefined;
  if (!isObject(event) || event.type !== 'result') return undefined;
  const { component, keep, parts } = event;
  if (!isCount(component) || !isCount(parts) || !(keep === null || isCount(keep))) return undefined;
  return { component, keep, parts };
}

/**
 * The records with each component's result as it stood at the end: what was added is a text of its
 * own; what was sent instead of it replaces all of it. Where a part could not be stored, the texts
 * stay as they came, and the event beside them.
 */
export function withResults(records: readonly RunRecord[]): RunRecord[] {
  const others: RunRecord[] = [];
  /** By component; undefined where a part of its text is not known. */
  const pieces = new Map<number, Piece[] | undefined>();
  for (let i = 0; i < records.length; i++) {
    const record = records[i] as RunRecord;
    const result = resultOf(record);
    if (!result) {
      others.push(record);
      continue;
    }
    const { component, keep, parts } = result;
    const texts = records.slice(i + 1, i + 1 + parts);
    const isWhole = texts.length === parts && texts.every(({ kind }) => kind === 'text');
    const before = pieces.has(component) ? pieces.get(component) : [];
    const known = keep === 0 ? [] : before;
    if (!isWhole || !known) {
      others.push(record);
      // What is known of it stays where it was; what comes after it can't be put together with it.
      if (before) others.push(...before.map(asText));
      pieces.set(component, undefined);
      continue;
    }
    const text = texts.map(({ data }) => data).join('');
    const seq = (texts[0] ?? record).seq;
    const joined = () => known.map((one) => one.text).join('');
    pieces.set(
      component,
      keep === null ? [...known, { seq, text }] : [{ seq, text: joined().slice(0, keep) + text }],
    );
    i += parts;
  }
  const results = [...pieces.values()].flatMap((all) => (all ?? []).map(asText));
  return [...others, ...results.filter(({ data }) => data !== '')].sort((a, b) => a.seq - b.seq);
}
const asText = ({ seq, text }: Piece): RunRecord => ({ seq, kind: 'text', data: text });

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
