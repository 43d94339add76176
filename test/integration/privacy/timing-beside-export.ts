import { z } from 'zod';
import { TimingMeasures } from '../../../contracts/research-data/study-timing';
import type { ObservedFact } from './facts';

/** The parts of a session's timing that are compared. */
const Reading = z.object({
  session_id: z.string(),
  measures: TimingMeasures.pick({ refresh_hz: true }),
});

/**
 * Simulates a researcher who reads the timing of a study repeatedly, and later its export. The
 * timing shows how many runs are in each band of refresh rates. If a band gained exactly one run
 * between two readings, and the export has only one run in the band, the researcher learns when the
 * run ended.
 * @returns each such run, with the time of the second reading
 */
export function joinTimingWithExport(
  read: readonly ObservedFact[],
  exported: readonly ObservedFact[],
): ObservedFact[] {
  const runs = new Map<string, Set<ObservedFact['row']>>();
  for (const { place, row } of exported) {
    const { run_refresh_hz: band } = row;
    if (!place.includes('runs') || (typeof band !== 'number' && typeof band !== 'string')) continue;
    runs.set(String(band), (runs.get(String(band)) ?? new Set()).add(row));
  }
  const before = new Map<string, number>();
  return read.flatMap(({ place, row }) => {
    if (place !== 'polled timing' || !(row.seen_at instanceof Date)) return [];
    const { session_id, measures } = Reading.parse(row);
    return measures.refresh_hz.flatMap(({ band, runs: count }) => {
      const key = `${session_id} ${band}`;
      const gained = count - (before.get(key) ?? 0);
      before.set(key, count);
      const [only, ...others] = runs.get(band) ?? [];
      return gained === 1 && only && others.length === 0
        ? [{ place: 'a figure beside the export', row: { ...only, seen_at: row.seen_at } }]
        : [];
    });
  });
}
