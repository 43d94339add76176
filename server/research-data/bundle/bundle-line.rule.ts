import { runtimeLimits } from '../../../contracts/runtime/limits';
import { studyFilesLimits } from '../../../contracts/study-files/limits';
import type { JsonBounds } from '../../platform/storage/json-bounds.rule';

/**
 * The size limits in bytes: of a line in a file with runs, of a record, and of all records of a
 * run.
 */
export interface RunByteLimits {
  readonly line: number;
  readonly record: number;
  readonly run: number;
}
/**
 * How many bytes of JSON one byte of data needs at most: a control character becomes six
 * characters, such as `\u0001`.
 */
const escaped = 6;
/** How many characters surround the data of a record in its line: `{"seq":…,"kind":"…","data":"…"}`. */
const aroundData = 100;
const ofRun = runtimeLimits.runBytes + runtimeLimits.runReserveBytes;

/** The limits for sessions with names, whose bundles have the records as they were stored. */
const asStored: RunByteLimits = {
  line: escaped * runtimeLimits.recordBytes + aroundData,
  record: runtimeLimits.recordBytes,
  run: ofRun,
};
/**
 * The limits for an anonymous session. Its records may be longer than stored records. A result that
 * was sent in pieces becomes one record, which may have as many bytes as a complete run. The text
 * `[withheld]`, which replaces a withheld value, may be longer than that value.
 */
const withheld: RunByteLimits = { line: 4 * ofRun, record: 2 * ofRun, run: 2 * ofRun };

export const runByteLimits = (isAnonymous: boolean): RunByteLimits =>
  isAnonymous ? withheld : asStored;

/** The size limit in bytes of a run's first line. The run's condition is the longest part of it. */
export const longestRunHeaderBytes = escaped * studyFilesLimits.conditionsChars + 10_000;

/**
 * The bounds for a run's first line: it has a condition, which is a list of values by name, and
 * about a dozen other values.
 */
export const runHeaderBounds: JsonBounds = {
  depth: 5,
  values: 3 * studyFilesLimits.conditionValues + 100,
};

const beginning = /^\{"seq":(\d{1,9}),"kind":"([a-z]{1,20})","data":(?=")/;

/**
 * Parses the line of a record. The line must begin exactly as bundles write it, so only the string
 * `data` is parsed as JSON. To parse the whole line as arbitrary JSON could take twenty times as
 * much memory.
 * @returns undefined for a line that does not have the form in which bundles are written
 */
export function parseRecordLine(
  text: string,
): { seq: number; kind: string; data: string } | undefined {
  const [begins, seq = '', kind = ''] = beginning.exec(text) ?? [];
  if (begins === undefined || !text.endsWith('"}')) return undefined;
  try {
    const data: unknown = JSON.parse(text.slice(begins.length, -1));
    return typeof data === 'string' ? { seq: Number(seq), kind, data } : undefined;
  } catch {
    return undefined;
  }
}
