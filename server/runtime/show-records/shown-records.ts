import type { NeutralFileNames } from '../run-files/neutral-file-names.rule';
import { isTiming } from '../timing/timing.rule';
import { jsonOf } from '../record-format/json.rule';
import type { RunDays } from '../withholding/moments.rule';
import { pieceFinder } from '../record-format/result-event.rule';
import type { NumberedFrame } from '../record-log/stored-records.read';
import { mark, withheld } from '../withholding/withheld.rule';
import { recordWithout } from '../rare-values/rare-values.rule';
import type { WithheldPlaces } from '../rare-values/withheld-places';

/**
 * Called for each record, in order.
 * @param isWanted false for records before the requested ones
 * @returns the data that the reader may see; undefined for a record that is not wanted
 */
export type ShowRecord = (record: NumberedFrame, isWanted: boolean) => Buffer | undefined;

/**
 * Makes the function that changes a run's records for the researchers of the study.
 * @param days of a run whose records may reveal no point in time
 * @param names neutral names of the run's files, if their names may reveal a point in time
 * @returns undefined where records are shown unchanged
 */
export function shownTo(
  days: RunDays | null,
  places: WithheldPlaces,
  names?: NeutralFileNames,
): ShowRecord | undefined {
  if (!days && places.areNone) return undefined;
  const isPiece = pieceFinder();
  return ({ seq, kind, data }, isWanted) => {
    // Records that are not wanted are skipped, except events and files, which affect later records.
    if (!isWanted && kind !== 'event' && kind !== 'file') return undefined;
    const stored = data.toString('utf8');
    const text = names && kind === 'file' ? names.announced(stored) : stored;
    const hidden = isPiece({ seq, kind, data: text }) || (days && isTiming({ kind, data: text }));
    if (!isWanted) return undefined;
    if (hidden) return Buffer.from(mark);
    const value = jsonOf(text);
    const fileNames = kind === 'file' ? undefined : names?.ofRecords;
    const told = days ? withheld(value ?? text, days, undefined, fileNames).value : (value ?? text);
    const left = recordWithout(kind, told, (path) => places.has(path));
    if (value !== undefined) return Buffer.from(JSON.stringify(left));
    return Buffer.from(typeof left === 'string' ? left : mark);
  };
}
