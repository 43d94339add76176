import type { StoredRecord } from '../../../contracts/runtime/stored-records';
import { isTimingRecord } from '../timing/timing.rule';
import { parseExactJson, type Json } from '../record-format/json.rule';
import type { RunDays } from '../withholding/moments.rule';
import { createPartialTextFinder } from '../record-format/result-event.rule';
import { withFinalResults } from '../record-format/results.rule';
import { withholdTimes } from '../withholding/withheld.rule';
import { comparableRareNumber, rarePartsOf, comparableRareText } from './rare.rule';
import {
  objectKeysPathStep,
  parseObjectOrList,
  exportedValueAndPath,
  type ValuePath,
} from './rare-values.rule';

export interface RareValue {
  readonly text: string;
  readonly path: ValuePath;
}

/**
 * How many values of a run are kept at most. Values at the paths with the fewest different values
 * are kept first: for example, a browser's name, which is the same in each trial.
 */
export const mostRareValuesOfRun = 1_000;
/**
 * Numbers at a path are compared only if the run has at most this many different numbers there. If
 * it has more, they are measurements, which may equal those of another run by coincidence.
 */
const mostNumbers = 3;

/** A place (JSON path) in the records of a run. */
class Place {
  readonly texts = new Set<string>();
  readonly numbers = new Set<string>();
  /** The values that were already checked for being rare, so that none is checked twice. */
  readonly known = new Set<string>();
  private readonly below = new Map<string, Place>();

  constructor(readonly path: ValuePath) {}

  at(name: string): Place {
    const known = this.below.get(name);
    if (known) return known;
    const place = new Place([...this.path, name]);
    this.below.set(name, place);
    return place;
  }

  *all(): Generator<Place> {
    yield this;
    for (const place of this.below.values()) yield* place.all();
  }

  look(value: Json): void {
    if (typeof value === 'string') this.lookAtText(value);
    else if (typeof value === 'number') this.lookAtNumber(value);
    else if (Array.isArray(value)) for (const one of value) this.look(one);
    else if (typeof value === 'object' && value !== null)
      for (const name of Object.keys(value)) {
        this.lookAtName(name);
        this.at(name).look(value[name] ?? null);
      }
  }

  private lookAtText(text: string): void {
    if (text.length < 2 || this.texts.size >= mostRareValuesOfRun || this.known.has(text)) return;
    if (this.known.size < mostRareValuesOfRun) this.known.add(text);
    const inside = parseObjectOrList(text);
    if (inside !== undefined) return this.look(inside);
    for (const one of rarePartsOf(text)) this.texts.add(one);
  }

  private lookAtNumber(number: number): void {
    if (this.numbers.size > mostNumbers) return;
    const rare = comparableRareNumber(number);
    if (rare !== undefined) this.numbers.add(rare);
  }

  private lookAtName(name: string): void {
    const rare = comparableRareText(name);
    if (rare !== undefined) this.at(objectKeysPathStep).texts.add(rare);
  }
}

/**
 * Returns the rare values of a run in the form that an export would contain. A value is listed once
 * for each path at which it occurs.
 * @param days the days of an anonymous run: times of these days are left out, because exports
 * withhold them; null for a named run
 */
export function rareValuesOf(
  records: readonly StoredRecord[],
  days: RunDays | null,
): readonly RareValue[] {
  const root = new Place([]);
  const isPiece = createPartialTextFinder();
  for (const record of withFinalResults(records)) {
    const { kind, data } = record;
    if (kind === 'finish' || kind === 'lost' || isTimingRecord(record)) continue;
    if (isPiece(record) && days) continue;
    const value = parseExactJson(data) ?? data;
    const placed = exportedValueAndPath(kind, days ? withholdTimes(value, days).value : value);
    placed.path.reduce((place, name) => place.at(name), root).look(placed.value);
  }
  const places = [...root.all()].map(({ path, texts, numbers }) => ({
    path,
    values: [...texts, ...(numbers.size > mostNumbers ? [] : numbers)],
  }));
  return places
    .sort((a, b) => a.values.length - b.values.length)
    .flatMap(({ path, values }) => values.map((text) => ({ text, path })))
    .slice(0, mostRareValuesOfRun);
}
