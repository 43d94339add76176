import type { SessionRunCounts } from '../../../contracts/runtime/live-runs';
import type { ObservedFact } from './facts';

/**
 * Simulates a researcher who watches the number of runs with errors in a session, and later reads
 * the list of runs. If the number rose only once on a day, and only one run of the list has errors
 * on that day, the researcher learns when the participant of the run worked.
 * @returns the tag of each such run, with the time
 */
export function joinErrorCountsWithRuns(
  messages: readonly ObservedFact[],
  polled: readonly ObservedFact[],
): ObservedFact[] {
  const lines = new Map<string, Set<string>>();
  for (const { place, row } of polled) {
    if (place !== 'polled runs' || !(Number(row.errors) > 0 || Number(row.missing_files) > 0))
      continue;
    const day = String(row.last_day);
    lines.set(day, (lines.get(day) ?? new Set()).add(String(row.tag)));
  }
  const counted = new Map<string, number>();
  const rises = new Map<string, Date[]>();
  for (const { place, row } of messages) {
    if (place !== 'socket runs.counted' || !(row.seen_at instanceof Date)) continue;
    const { session_id, errors } = row.message as SessionRunCounts;
    const before = counted.get(session_id);
    counted.set(session_id, errors);
    if (before === undefined || errors <= before) continue;
    const day = row.seen_at.toISOString().slice(0, 10);
    rises.set(day, [...(rises.get(day) ?? []), row.seen_at]);
  }
  return [...rises].flatMap(([day, moments]) => {
    const tags = [...(lines.get(day) ?? [])];
    return moments.length === 1 && tags.length === 1
      ? [{ place: 'a number beside the list', row: { tag: tags[0], seen_at: moments[0] } }]
      : [];
  });
}
