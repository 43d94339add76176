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
 * @returns the data of the record if it is wanted
 */
export type ShowRecord = (record: NumberedFrame, isWanted: boolean) => Buffer | undefined;

/**
 * The records of a run as researchers of the study see them.
 * @param days of a run whose records may reveal no point in time
 * @param names neutral names of its files, where their own may reveal one
 * @returns undefined when records are shown unchanged
 */
export function shownTo(
  days: RunDays | null,
  places: WithheldPlaces,
  names?: NeutralFileNames,
): ShowRecord | undefined {
  if (!days && places.areNone) return undefined;
  const isPiece = pieceFinder();
  return ({ seq, kind, data }, isWanted) => {
    // Unwanted records are skipped, except events and files, which affect later ones.
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
