import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isJsonObject, parseExactJson } from './json.rule';

/**
 * An event that says how the text records after it belong together. They are the parts of one text
 * that is too long for a record (web/src/runner/frame/long-text.ts). Or they are the new part of
 * the result of a study made for JATOS (web/src/runner/jatos-api/results.ts).
 */
export interface ResultEvent {
  readonly component: number;
  /**
   * How many characters of the component's previous result remain before the new part; null if all
   * of them remain.
   */
  readonly keep: number | null;
  /** How many text records with the pieces follow directly. */
  readonly parts: number;
}
interface SaidRecord {
  readonly seq: number;
  readonly kind: RecordKind;
  readonly data: string;
}

const isCount = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= 0;

export function resultEventOf({ kind, data }: Omit<SaidRecord, 'seq'>): ResultEvent | undefined {
  // Only events can be result events, so other records need not be parsed.
  if (kind !== 'event' || !data.includes('"result"')) return undefined;
  const event = parseExactJson(data);
  if (!isJsonObject(event) || event.type !== 'result') return undefined;
  const { component, keep, parts } = event;
  if (!isCount(component) || !isCount(parts) || !(keep === null || isCount(keep))) return undefined;
  return { component, keep, parts };
}

/**
 * Returns a function that tells whether a text record is only a part of a longer text. Such a part
 * may contain half of a clock time, which the search for times would miss. The function must be
 * called with each record of a run, in their order.
 */
export function createPartialTextFinder(): (record: SaidRecord) => boolean {
  let through = 0;
  return (record) => {
    const result = resultEventOf(record);
    if (result && (result.parts > 1 || (result.keep ?? 0) > 0))
      through = Math.max(through, record.seq + result.parts);
    return record.kind === 'text' && record.seq <= through;
  };
}
