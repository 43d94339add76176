import type { StoredRecord } from '../../../../../contracts/runtime/stored-records';

type Trial = Readonly<Record<string, unknown>>;

/** Values that get no column: the table already shows them, or they are the same in all trials. */
const leftOut: ReadonlySet<string> = new Set([
  'trial_type',
  'type',
  'trial_index',
  'internal_node_id',
  'plugin_version',
]);
/** The values that a reader wants to see first, by their names in jsPsych, lab.js and PsychoJS. */
const first = [
  'correct',
  'response',
  'rt',
  'duration',
  'key_resp.corr',
  'key_resp.keys',
  'key_resp.rt',
];
const mostColumns = 7;
/** The smallest share of trials in which a value must occur to get a column. */
const leastShare = 0.2;
/**
 * The greatest length, in characters, of a value in a cell. A longer value, such as the HTML of a
 * stimulus, is shown by the button of the row.
 */
const mostChars = 40;

const isTrial = (value: unknown): value is Trial =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Parses the data of a trial; null for any other record, and for data that is not an object. */
export function trialDataOf({ kind, data }: Pick<StoredRecord, 'kind' | 'data'>): Trial | null {
  if (kind !== 'trial') return null;
  try {
    const value: unknown = JSON.parse(data);
    return isTrial(value) ? value : null;
  } catch {
    return null;
  }
}

/** Returns the text of a value in a cell; null if the text is too long for a cell. */
export function recordCellText(value: unknown): string | null {
  if (value === undefined || value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length <= mostChars ? text : null;
}

/**
 * Returns the names of the values that get a column: at most `mostColumns` values that occur in at
 * least `leastShare` of the trials and are mostly short enough. The values in `first` come first.
 */
export function trialColumnsOf(trials: readonly Trial[]): string[] {
  const seen = new Map<string, { trials: number; fits: number }>();
  for (const trial of trials)
    for (const [name, value] of Object.entries(trial)) {
      if (leftOut.has(name)) continue;
      const of = seen.get(name) ?? { trials: 0, fits: 0 };
      seen.set(name, {
        trials: of.trials + 1,
        fits: of.fits + (recordCellText(value) === null ? 0 : 1),
      });
    }
  const fitting = [...seen].flatMap(([name, { trials: n, fits }]) =>
    n >= trials.length * leastShare && fits >= n / 2 ? [name] : [],
  );
  const rank = (name: string) => (first.includes(name) ? first.indexOf(name) : first.length);
  return fitting.sort((a, b) => rank(a) - rank(b)).slice(0, mostColumns);
}

export interface RecordFigures {
  /** The share of correct trials among the trials that record correctness; null if none does. */
  correct: { share: number; of: number } | null;
  /** The median of the reaction times in milliseconds; null if no trial has one. */
  median: number | null;
}

/**
 * Calculates figures that show how carefully a participant worked, computed from the values of the
 * trials.
 */
export function trialFiguresOf(trials: readonly Trial[]): RecordFigures {
  const marks = trials.flatMap(({ correct }) =>
    correct === true || correct === 1 || correct === 'true'
      ? [true]
      : correct === false || correct === 0 || correct === 'false'
        ? [false]
        : [],
  );
  const times = trials
    .flatMap(({ rt }) => (typeof rt === 'number' && Number.isFinite(rt) ? [rt] : []))
    .sort((a, b) => a - b);
  const middle = times.length / 2;
  const [lower, upper] = [times[Math.ceil(middle) - 1], times[Math.floor(middle)]];
  return {
    correct:
      marks.length === 0
        ? null
        : { share: marks.filter(Boolean).length / marks.length, of: marks.length },
    median: lower === undefined || upper === undefined ? null : (lower + upper) / 2,
  };
}
