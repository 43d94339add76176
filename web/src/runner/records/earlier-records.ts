import type { RecordKind, StartedRun } from '../../../../contracts/runtime/runtime';
import { storageAreas, type FrameSetup, type StorageChange, type StorageArea } from '../messages';

interface Kept {
  readonly kind: RecordKind;
  readonly data: string;
}

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
const isChange = (value: unknown): value is StorageChange =>
  typeof value === 'object' &&
  value !== null &&
  'area' in value &&
  (storageAreas as readonly unknown[]).includes(value.area) &&
  'key' in value &&
  typeof value.key === 'string' &&
  'value' in value &&
  (value.value === null || typeof value.value === 'string') &&
  (!('keep' in value) || typeof value.keep === 'number');

/** Returns the contents of the storage areas as the study left them, restored from its records. */
export function storageFromRecords(records: readonly Kept[]): FrameSetup['storage'] {
  const storage: Record<StorageArea, Map<string, string>> = {
    local: new Map(),
    session: new Map(),
    cookie: new Map(),
    memory: new Map(),
  };
  for (const { kind, data } of records) {
    const change = kind === 'state' ? parsed(data) : undefined;
    if (!isChange(change)) continue;
    const { area, key, keep = 0, value } = change;
    // This is a map because studies choose the names. In an object, names of inherited properties
    // would look like stored values.
    if (value === null) storage[area].delete(key);
    else storage[area].set(key, (storage[area].get(key) ?? '').slice(0, keep) + value);
  }
  return {
    local: Object.fromEntries(storage.local),
    session: Object.fromEntries(storage.session),
    cookie: Object.fromEntries(storage.cookie),
    memory: Object.fromEntries(storage.memory),
  };
}

/** Returns the data of the trials in their order, each with its last amendment. */
export function trialsFromRecords(records: readonly Kept[]): string[] {
  const trials: string[] = [];
  for (const { kind, data } of records) {
    if (kind === 'trial') trials.push(data);
    const amendment = kind === 'amend' ? parsed(data) : undefined;
    if (typeof amendment !== 'object' || amendment === null) continue;
    if (!('trial' in amendment) || !('data' in amendment)) continue;
    const place = amendment.trial;
    if (typeof place === 'number' && place in trials)
      trials[place] = JSON.stringify(amendment.data);
  }
  return trials;
}

/**
 * Returns the number of trials that the study has made, including those that could not be stored.
 */
export const countTrials = (records: readonly Kept[]): number =>
  records.filter(({ kind, data }) => {
    if (kind !== 'lost') return kind === 'trial';
    const lost = parsed(data);
    return typeof lost === 'object' && lost !== null && 'kind' in lost && lost.kind === 'trial';
  }).length;

/**
 * Replaces the number of the trial in an amendment. A page of the study counts only its own trials;
 * the result contains the position of the trial in the run.
 * @param places the positions of the page's trials in the run
 * @returns if the page has no such trial, an amendment with the position -1, which exports list
 * among the events
 */
export const amendmentByRunPosition = (places: readonly number[], data: string): string =>
  data.replace(/^\{"trial":(\d+)/, (_, place) => `{"trial":${places[Number(place)] ?? -1}`);

/**
 * Replaces the number at the beginning of each trial's list of timings
 * (contracts/runtime/timing.ts). A page of the study counts only its own trials; the result
 * contains the position of the trial in the run.
 */
export const timingsByRunPosition = (places: readonly number[], data: string): string =>
  data.replace(/\[(\d+),/g, (_, place) => `[${places[Number(place)] ?? -1},`);

/** Returns the stored timings of trials, in the form in which they were sent. */
const timingsFrom = (records: readonly Kept[]): string[] =>
  records.flatMap(({ kind, data }) =>
    kind === 'event' && data.startsWith('{"type":"trial_timing"') ? [data] : [],
  );

/**
 * Whether all records could be stored. If a trial is missing, the trials after it cannot be
 * replayed.
 */
export const hasNoLostRecord = (records: readonly Kept[]) =>
  !records.some(({ kind }) => kind === 'lost');

/**
 * Returns the page that began last in a study of several pages, as a path among the study's files;
 * undefined if none has begun.
 */
export function lastPageFromRecords(records: readonly Kept[]): string | undefined {
  let last: string | undefined;
  for (const { kind, data } of records) {
    const event = kind === 'event' ? parsed(data) : undefined;
    if (typeof event !== 'object' || event === null || !('type' in event) || !('path' in event))
      continue;
    if (event.type === 'page' && typeof event.path === 'string') last = event.path;
  }
  return last;
}

/**
 * Returns the address of a page of the study in this run.
 * @param entry the address of the study's first page
 * @returns the address of the first page if `page` is outside of the study's files. `page` comes
 * from records that the study's code may have written, so it is not trusted
 */
export function pageAddressInRun(page: string, entry: string): string {
  const folder = /^.*?\/s\/[^/]+\//.exec(entry)?.[0];
  if (folder === undefined || !URL.canParse(page, folder)) return entry;
  const { href } = new URL(page, folder);
  return href.startsWith(folder) ? href : entry;
}

/** The types of events that the page may record before the study has done anything. */
const beforeStudy = /^(?:file_not_loaded|blocked|load_failed|error|automated|focus)$/;

/**
 * Whether an earlier visit got as far as the study itself. If the study did not start
 * (life.rule.ts), what its page stored and measured does not count.
 */
function wasUnderWay(records: readonly Kept[]): boolean {
  let [isEmpty, isUnderWay] = [false, false];
  for (const { kind, data } of records) {
    if (kind !== 'event' && kind !== 'state') return true;
    const type = kind === 'event' ? /^\{"type":"(\w+)"/.exec(data)?.[1] : undefined;
    if (type === 'not_started') [isEmpty, isUnderWay] = [true, false];
    else if (type === 'began') [isEmpty, isUnderWay] = [false, true];
    else isUnderWay ||= !isEmpty && !beforeStudy.test(type ?? '');
  }
  return isUnderWay;
}

/**
 * Returns where a run continues, according to its stored records; undefined if it must begin again.
 */
export function resumePointOf(run: StartedRun, earlier: readonly Kept[]) {
  const inPages = run.resume.mode === 'component';
  const goesOn = inPages || (run.resume.mode === 'trial' && hasNoLostRecord(earlier));
  if (!goesOn && wasUnderWay(earlier)) return undefined;
  const page = inPages ? lastPageFromRecords(earlier) : undefined;
  const replayed = goesOn && !inPages ? trialsFromRecords(earlier) : [];
  return {
    run: page === undefined ? run : { ...run, url: pageAddressInRun(page, run.url) },
    replayed,
    timings: replayed.length > 0 ? timingsFrom(earlier) : [],
    storage: storageFromRecords(earlier),
  };
}
