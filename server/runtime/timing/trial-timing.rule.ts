import { TrialTimingEvent, type TrialTiming } from '../../../contracts/runtime/timing';
import type { RecordKind } from '../../../contracts/runtime/runtime';
import { isJsonObject, parseExactJson } from '../record-format/json.rule';

interface OneRecord {
  readonly seq: number;
  readonly kind: RecordKind;
  readonly data: string;
}
/** The measurements during one trial, and the number of the trial's record. */
export interface TimedTrial {
  readonly seq: number;
  readonly frames: number;
  readonly missed: number;
  readonly longest_ms: number;
  readonly long_tasks: number | null;
}

/**
 * Finds the timing of a run's trials in its records. If there are several reports about a trial,
 * the first report counts. Our script sends only one, but a participant can send further reports.
 * @param places the numbers of the trials' records, in order (run-rows.rule.ts)
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
  const value = parseExactJson(data);
  if (!isJsonObject(value) || value.type !== 'trial_timing') return [];
  return TrialTimingEvent.safeParse(value).data?.trials ?? [];
}
