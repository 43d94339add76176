import type { StoredRecord } from '../../../../contracts/runtime';
import { isTiming } from '../../timing/timing.rule';
import { jsonOf } from '../json.rule';
import type { RunDays } from '../moments.rule';
import { pieceFinder } from '../result-event.rule';
import { withResults } from '../results/results.rule';
import { withheld } from '../withheld.rule';
import { recordWithout, type Path } from './rare-values.rule';

export interface RareValue {
  readonly text: string;
  readonly path: Path;
}

/** Of more, those are kept whose place has the fewest different ones: a browser is the same in each trial. */
export const mostOfRun = 1_000;
/** More different numbers at one place are measures, of which two are the same by chance. */
const mostNumbers = 3;
/** Of a place with more different values, the rest is not looked at. */
const mostOfPlace = 5_000;

interface Place {
  readonly path: Path;
  readonly texts: Set<string>;
  readonly numbers: Set<string>;
}

/**
 * The rare values of a run, each once for each place where it stands, as an export of the run has them.
 * @param days of an anonymous run: what it does not show is not compared
 */
export function rareValuesOf(
  records: readonly StoredRecord[],
  days: RunDays | null,
): readonly RareValue[] {
  const places = new Map<string, Place>();
  const isPiece = pieceFinder();
  for (const record of withResults(records)) {
    const { kind, data } = record;
    if (kind === 'finish' || kind === 'lost' || isTiming(record)) continue;
    if (isPiece(record) && days) continue;
    const value = jsonOf(data) ?? data;
    const shown = days ? withheld(value, days).value : value;
    recordWithout(kind, shown, ({ text, path, isNumber }) => {
      const key = JSON.stringify(path);
      const place = places.get(key) ?? { path, texts: new Set(), numbers: new Set() };
      places.set(key, place);
      const values = isNumber ? place.numbers : place.texts;
      if (values.size < mostOfPlace) values.add(text);
      return false;
    });
  }
  const found = [...places.values()]
    .map(({ path, texts, numbers }) => ({
      path,
      values: [...texts, ...(numbers.size > mostNumbers ? [] : numbers)],
    }))
    .sort((a, b) => a.values.length - b.values.length);
  return found
    .flatMap(({ path, values }) => values.map((text) => ({ text, path })))
    .slice(0, mostOfRun);
}
