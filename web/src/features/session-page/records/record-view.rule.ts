import type { StoredRecord } from '../../../../../contracts/runtime/stored-records';

/** A record as a row of the table shows it. */
export interface RecordView {
  /** The plugin of a trial, or the type of an event. */
  readonly type: string | null;
  /** The data shortened: names and values, or the beginning of a text. */
  readonly short: string;
  /** The data as JSON over several lines, or unchanged if they are not JSON. */
  readonly whole: string;
}

const mostChars = 240;
const mostOfValue = 60;

const cut = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most).trimEnd()}…` : text;

function parsed(data: string): unknown {
  try {
    return JSON.parse(data) as unknown;
  } catch {
    return undefined;
  }
}

const valueOf = (value: unknown): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

const typeKeys = ['trial_type', 'type'];
/**
 * Fields that jsPsych adds itself. They repeat the number of the record, or have the same value in
 * all records.
 */
const leftOut = ['trial_index', 'internal_node_id', 'plugin_version'];

export function recordViewOf({ data }: Pick<StoredRecord, 'data'>): RecordView {
  const value = parsed(data);
  if (value === undefined) return { type: null, short: cut(data, mostChars), whole: data };
  const whole = JSON.stringify(value, null, 2);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { type: null, short: cut(valueOf(value), mostChars), whole };
  const entries = Object.entries(value);
  const named = entries.find(([key, one]) => typeKeys.includes(key) && typeof one === 'string');
  const short = entries
    .filter((entry) => entry !== named && !leftOut.includes(entry[0]))
    .map(([key, one]) => `${key}: ${cut(valueOf(one), mostOfValue)}`)
    .join(' · ');
  return {
    type: named ? cut(String(named[1]), mostOfValue) : null,
    short: cut(short, mostChars),
    whole,
  };
}
