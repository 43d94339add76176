import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isObject, jsonOf } from './json.rule';

/**
 * An event that precedes texts which belong together (web/src/runner/frame/long-text.ts): parts of a text
 * that is too long for a record, or the new part of a result of a study made for JATOS
 * (web/src/runner/jatos-api/results.ts).
 */
export interface ResultEvent {
  readonly component: number;
  /** How many characters of the component's earlier result are kept; null means that all are kept, unchanged. */
  readonly keep: number | null;
  /** How many records with the pieces of one text follow directly. */
  readonly parts: number;
}
interface SaidRecord {
  readonly seq: number;
  readonly kind: RecordKind;
  readonly data: string;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

export function resultOf({ kind, data }: Omit<SaidRecord, 'seq'>): ResultEvent | undefined {
  // Other records need not be parsed.
  if (kind !== 'event' || !data.includes('"result"')) return undefined;
  const event = jsonOf(data);
  if (!isObject(event) || event.type !== 'result') return undefined;
  const { component, keep, parts } = event;
  if (!isCount(component) || !isCount(parts) || !(keep === null || isCount(keep))) return undefined;
  return { component, keep, parts };
}

/**
 * Recognizes, among records in their order, the pieces of a text that begin or end in its middle: half of a
 * clock time in such a piece does not look like one.
 */
export function pieceFinder(): (record: SaidRecord) => boolean {
  let through = 0;
  return (record) => {
    const result = resultOf(record);
    if (result && (result.parts > 1 || (result.keep ?? 0) > 0))
      through = Math.max(through, record.seq + result.parts);
    return record.kind === 'text' && record.seq <= through;
  };
}
