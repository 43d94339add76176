import { TrialTimingEvent, type TrialTiming } from '../../../contracts/runtime/timing';
import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isObject, jsonOf } from '../records/json.rule';

interface OneRecord {
  readonly seq: number;
  readonly kind: RecordKind;
  readonly data: string;
}
/** What was measured during one trial, with the number of its record. */
export interface TimedTrial {
  readonly seq: number;
  readonly frames: number;
  readonly missed: number;
  readonly longest_ms: number;
  readonly long_tasks: number | null;
}

/**
 * Of the trials of a run, as its records tell. A trial that is told twice counts as it was told first: a
 * participant may send what they like, and it is measured once.
 * @param places the numbers of the trials' records, in their order (run-rows.rule.ts)
 */
export function timedTrials(
  records: readonly OneRecord[],
  places: readonly number[],
): TimedTrial[] {
  const timed = new Map<number, TimedTrial>();
  for (const [place, ...measured] of records.flatMap(toldIn)) {
    const seq = places[place];
    if (seq !== undefined && !timed.has(seq)) timed.set(seq, timedOf(seq, measured));
  }
  return [...timed.values()].sort((a, b) => a.seq - b.seq);
}

type Rest = TrialTiming extends [number, ...infer Others] ? Others : never;
const timedOf = (seq: number, [frames, missed, longest_ms, long_tasks]: Rest): TimedTrial => ({
  seq,
  frames,
  missed,
  longest_ms,
  long_tasks,
});

function toldIn({ kind, data }: OneRecord): TrialTiming[] {
  if (kind !== 'event') return [];
  const value = jsonOf(data);
  if (!isObject(value) || value.type !== 'trial_timing') return [];
  return TrialTimingEvent.safeParse(value).data?.trials ?? [];
}
