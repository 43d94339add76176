import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isEventPath, recordWithoutRareValues } from '../../runtime/rare-values/rare-values.rule';
import { announcedHashes, NeutralFileNames } from '../../runtime/run-files/neutral-file-names.rule';
import { createPartialTextFinder } from '../../runtime/record-format/result-event.rule';
import { withheldMark, withholdTimes } from '../../runtime/withholding/withheld.rule';
import { parseExactJson, isJsonObject, type Json } from '../../runtime/record-format/json.rule';
import { isTimingRecord, timingOf, type RunTiming } from '../../runtime/timing/timing.rule';
import { timedTrials, type TimedTrial } from '../../runtime/timing/trial-timing.rule';
import { withFinalResults } from '../../runtime/record-format/results.rule';
import { removeRepeatedRows } from './repeated-rows.rule';
import {
  runContentOf,
  trialRecordNumbers,
  rowsOfRecord,
  type DataRow,
  type RunRecord,
} from './run-rows.rule';
import type { SelectedRun } from './selected-runs';
import { readRecordsOfRun, type RecordsReader, type RecordSource } from './run-records';

export interface ExportedRun {
  readonly rows: readonly DataRow[];
  readonly events: readonly RunRecord[];
  readonly amended: number;
  readonly lost: number;
  /**
   * How many records had a value that was NaN or infinite
   * (web/src/runner/frame/diagnostics/non-finite-numbers.ts).
   */
  readonly not_numbers: number;
  /** How many rows of texts were left out because they equal rows of trials. */
  readonly repeated: number;
  /**
   * The measured timing of the run's pages. Exports of an anonymous session contain only ranges
   * (bands) of it instead of exact values.
   */
  readonly timing: RunTiming | null;
  /** The measurements by trial; none for an anonymous session. */
  readonly timed: readonly TimedTrial[];
  /** How many values of an anonymous session were withheld. */
  readonly withheld: number;
  /** How many values were withheld at each path, in rows and in events. */
  readonly taken: WithheldCountByPath;
}

/**
 * Reads a run for an export; only one run at a time is in memory.
 * @throws DamagedRecordsError
 */
export async function readRun(opened: RecordsReader, run: SelectedRun): Promise<ExportedRun> {
  const records = await opened();
  const { given, whole, count, taken } = givenBy(run);
  const { data, events, amended } = runContentOf(whole(records));
  const lost = records.filter(({ kind }) => kind === 'lost').length;
  const { rows, repeated } = removeRepeatedRows(data.flatMap(rowsOfRecord));
  return {
    rows: given ? rows.map((row) => rowWithout(row, given)) : rows,
    events: given ? events.map((event) => recordGiven(event, given)) : events,
    amended,
    lost,
    not_numbers: events.filter(tellsNotNumbers).length,
    repeated,
    timing: timingOf(records),
    timed: run.isAnonymous ? [] : timedTrials(records, trialRecordNumbers(records)),
    withheld: count(),
    taken,
  };
}

/** Reads the records of a run for a bundle: unchanged, unless the session is anonymous. */
export async function readRecords(
  source: RecordSource,
  run: SelectedRun,
): Promise<{ records: RunRecord[]; withheld: number }> {
  const stored = await readRecordsOfRun(source, run);
  const { given, whole, count } = givenBy(run);
  if (!given) return { records: stored, withheld: 0 };
  const records = whole(stored).map((one) => recordGiven(one, given));
  return { records, withheld: count() };
}

interface Given {
  /**
   * Changes a value for the export; undefined if the export contains the run's values unchanged.
   */
  readonly given?: (value: Json, kind: RecordKind) => Json;
  readonly whole: (records: readonly RunRecord[]) => RunRecord[];
  readonly count: () => number;
  readonly taken: WithheldCountByPath;
}

/**
 * Makes the functions that change a run's data for the export.
 * - They remove clock times, addresses and user agents from data of anonymous sessions; imported
 *   runs already lack these.
 * - They remove all rare values at the JSON paths in `places`. Each of these paths has a rare value
 *   that occurs both in a named and in an anonymous session: it could reveal who took part
 *   anonymously.
 */
function givenBy({ isAnonymous, imported, places, ...days }: SelectedRun): Given {
  const hidesMoments = isAnonymous && !imported;
  const hidden = places?.areNone === false ? places : undefined;
  if (!hidesMoments && !hidden)
    return { whole: withFinalResults, count: () => 0, taken: new Map() };
  let count = 0;
  let names = new NeutralFileNames([]);
  const taken = new Map<string, number>();
  const take = (place: string) => taken.set(place, (taken.get(place) ?? 0) + 1);
  const isPiece = createPartialTextFinder();
  // A text record that is a piece of a longer text may contain half of a clock time, which no rule
  // would recognise, so the whole record is withheld.
  const told = (record: RunRecord): RunRecord => {
    if (hidesMoments && record.kind === 'file')
      return { ...record, data: names.announced(record.data) };
    // Timing records are withheld completely: a participant with a rare display could be recognised
    // in a different study.
    if (!isPiece(record) && !(hidesMoments && isTimingRecord(record))) return record;
    count += 1;
    return { ...record, data: withheldMark };
  };
  const withoutMoments = (value: Json, kind: RecordKind): Json => {
    const onTaken = (path: readonly string[]) =>
      void take(isOfData(kind) ? pathKeyOf(path) : eventsPathKey);
    const found = withholdTimes(
      value,
      days,
      onTaken,
      kind === 'file' ? undefined : names.ofRecords,
    );
    count += found.count;
    return found.value;
  };
  return {
    given: (value, kind) => {
      const left = hidesMoments ? withoutMoments(value, kind) : value;
      if (!hidden) return left;
      return recordWithoutRareValues(kind, left, (path) => {
        if (!hidden.has(path)) return false;
        take(isEventPath(path) ? eventsPathKey : pathKeyOf(path));
        count += 1;
        return true;
      });
    },
    taken,
    whole: (records: readonly RunRecord[]) => {
      if (hidesMoments) names = new NeutralFileNames(announcedHashes(records));
      return withFinalResults(records).map(told);
    },
    count: () => count,
  };
}
/**
 * Whether the event reports a value that was NaN or infinite. Our script in the study's frame
 * writes such events in exactly this form, so comparing the first characters is enough.
 */
const tellsNotNumbers = ({ kind, data }: RunRecord): boolean =>
  kind === 'event' && data.startsWith('{"type":"not_a_number",');
const isOfData = (kind: RecordKind): boolean => kind === 'trial' || kind === 'text';

/** How many values of a run were withheld at each path. The keys come from `pathKeyOf`. */
export type WithheldCountByPath = ReadonlyMap<string, number>;
/**
 * Returns a key for the path of a value in the rows of data. For values in events, use the key
 * `eventsPathKey` instead, whatever their path is.
 */
export const pathKeyOf = (path: readonly string[]): string => JSON.stringify(path);
export const eventsPathKey = 'events';

function rowWithout(row: DataRow, given: NonNullable<Given['given']>): DataRow {
  if (row.values) {
    const values = given(row.values, row.kind);
    return isJsonObject(values) ? { ...row, values } : { ...row, values: null, value: values };
  }
  return { ...row, value: row.value === undefined ? undefined : given(row.value, row.kind) };
}

function recordGiven(record: RunRecord, given: NonNullable<Given['given']>): RunRecord {
  const { kind, data } = record;
  return { ...record, data: asText(given(parseExactJson(data) ?? data, kind)) };
}
const asText = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
