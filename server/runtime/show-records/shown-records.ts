import type { NeutralFileNames } from '../run-files/neutral-file-names.rule';
import { isTimingRecord } from '../timing/timing.rule';
import { parseExactJson } from '../record-format/json.rule';
import type { RunDays } from '../withholding/moments.rule';
import { createPartialTextFinder } from '../record-format/result-event.rule';
import type { NumberedRecordFrame } from '../record-log/stored-records.read';
import { withheldMark, withholdTimes } from '../withholding/withheld.rule';
import { recordWithoutRareValues } from '../rare-values/rare-values.rule';
import type { WithheldPaths } from '../rare-values/withheld-places';

/**
 * Called for each record, in order.
 * @param isWanted false for records before the requested ones
 * @returns the data that the reader may see; undefined for a record that is not wanted
 */
export type RecordFilter = (record: NumberedRecordFrame, isWanted: boolean) => Buffer | undefined;

/**
 * Makes the function that changes a run's records for the researchers of the study.
 * @param days the days of the run, if its records must not reveal a point in time; otherwise null
 * @param names neutral names for the run's files, if the original names could reveal a point in
 * time
 * @returns undefined where records are shown unchanged
 */
export function createRecordFilter(
  days: RunDays | null,
  places: WithheldPaths,
  names?: NeutralFileNames,
): RecordFilter | undefined {
  if (!days && places.areNone) return undefined;
  const isPiece = createPartialTextFinder();
  return ({ seq, kind, data }, isWanted) => {
    // Records that the reader did not request are skipped. Events and files among them are
    // processed, since they affect later records.
    if (!isWanted && kind !== 'event' && kind !== 'file') return undefined;
    const stored = data.toString('utf8');
    const text = names && kind === 'file' ? names.announced(stored) : stored;
    const hidden =
      isPiece({ seq, kind, data: text }) || (days && isTimingRecord({ kind, data: text }));
    if (!isWanted) return undefined;
    if (hidden) return Buffer.from(withheldMark);
    const value = parseExactJson(text);
    const fileNames = kind === 'file' ? undefined : names?.ofRecords;
    const told = days
      ? withholdTimes(value ?? text, days, undefined, fileNames).value
      : (value ?? text);
    const left = recordWithoutRareValues(kind, told, (path) => places.has(path));
    if (value !== undefined) return Buffer.from(JSON.stringify(left));
    return Buffer.from(typeof left === 'string' ? left : withheldMark);
  };
}
