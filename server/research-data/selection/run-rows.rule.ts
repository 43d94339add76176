import type { RecordKind } from '../../../contracts/runtime/runtime';
import {
  isJsonObject,
  parseExactJson,
  type Json,
  type JsonObject,
} from '../../runtime/record-format/json.rule';

export interface RunRecord {
  readonly seq: number;
  readonly kind: RecordKind;
  readonly data: string;
}
/** A row of the data: values by name, or a single value without a name. */
export interface DataRow {
  readonly seq: number;
  readonly kind: 'trial' | 'text';
  /**
   * The number of this row among the rows of one text, from 1; null if the record has only one row.
   */
  readonly part: number | null;
  readonly values: JsonObject | null;
  readonly value: Json | undefined;
}
/** A run's records in the form of an export. */
export interface RunContent {
  /** Trials with their last amendment applied, and texts, in the order of their records. */
  readonly data: readonly RunRecord[];
  /** All other records except `finish`; also amendments of trials that do not exist. */
  readonly events: readonly RunRecord[];
  /** How many amendments were applied. */
  readonly amended: number;
}

/**
 * Sorts a run's records into data and events, and applies amendments. An amendment names a trial by
 * its index among the trials of the run (web/src/runner/messages.ts). A trial that could not be
 * stored keeps its index, so an amendment can still supply its data.
 */
export function runContentOf(records: readonly RunRecord[]): RunContent {
  const data = new Map<number, RunRecord>();
  const events: RunRecord[] = [];
  /** The sequence numbers of the records of the trials. */
  const places: number[] = [];
  let amended = 0;
  for (const record of records) {
    const { seq, kind } = record;
    if (kind === 'finish') continue;
    if (kind === 'trial' || kind === 'text') data.set(seq, record);
    if (hasPlace(record)) places.push(seq);
    if (kind === 'trial' || kind === 'text') continue;
    const amendment = kind === 'amend' ? amendmentOf(record.data) : undefined;
    const place = amendment && places[amendment.trial];
    if (amendment && place !== undefined) {
      data.set(place, { seq: place, kind: 'trial', data: amendment.data });
      amended += 1;
    } else events.push(record);
  }
  return { data: [...data.values()].sort((a, b) => a.seq - b.seq), events, amended };
}

const hasPlace = ({ kind, data }: RunRecord): boolean =>
  kind === 'trial' || (kind === 'lost' && isLostTrial(data));

/** Returns the numbers of the records of a run's trials, in their order. */
export const trialRecordNumbers = (records: readonly RunRecord[]): number[] =>
  records.filter(hasPlace).map(({ seq }) => seq);

function isLostTrial(data: string): boolean {
  const lost = parseExactJson(data);
  return isJsonObject(lost) && lost.kind === 'trial';
}

function amendmentOf(text: string): { trial: number; data: string } | undefined {
  const amendment = parseExactJson(text);
  if (!isJsonObject(amendment) || !('data' in amendment)) return undefined;
  const { trial, data } = amendment;
  if (typeof trial !== 'number' || !Number.isInteger(trial) || trial < 0) return undefined;
  return { trial, data: JSON.stringify(data) };
}

/**
 * A list with more values than this stays one value instead of becoming rows, so that one text
 * cannot fill an export. The limit equals the number of records that a run may have.
 */
const mostRows = 100_000;

/**
 * Makes the rows of a record: one row, or several rows for a text that is a list of objects, as
 * some libraries send.
 */
export function rowsOfRecord({ seq, kind, data }: RunRecord): DataRow[] {
  const value = parseExactJson(data);
  const row = { seq, kind: kind === 'text' ? ('text' as const) : ('trial' as const), part: null };
  if (isJsonObject(value)) return [{ ...row, values: value, value: undefined }];
  const isList = row.kind === 'text' && Array.isArray(value) && value.length <= mostRows;
  if (isList && value.length > 0 && value.every(isJsonObject))
    return value.map((values, n) => ({ ...row, part: n + 1, values, value: undefined }));
  return [{ ...row, values: null, value: value === undefined ? data : value }];
}
