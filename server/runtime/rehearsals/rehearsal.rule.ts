import type { Conditions } from '../../../contracts/study-files/conditions';
import type { RehearsalRun, RehearsalSummary } from '../../../contracts/runtime/rehearsals';

/**
 * Returns the pseudonym of a simulated participant. Unlike a real participant's pseudonym, it is not
 * hexadecimal, so rows of a rehearsal are recognisable.
 */
export const simulatedPseudonymOf = (number: number): string =>
  `simulated${String(number).padStart(3, '0')}`;

/** Computes minimum, median (mean of two middle values) and maximum; null for an empty list. */
export function minMedianMaxOf(
  numbers: readonly (number | null)[],
): { least: number; median: number; most: number } | null {
  const sorted = numbers.filter((one) => one !== null).sort((a, b) => a - b);
  const [least, most] = [sorted[0], sorted.at(-1)];
  if (least === undefined || most === undefined) return null;
  const [low, high] = [(sorted.length - 1) >> 1, sorted.length >> 1];
  const median = Math.round(((sorted[low] ?? 0) + (sorted[high] ?? 0)) / 2);
  return { least, median, most };
}

/** Summarises what runs of simulated participants show about their study. */
export function rehearsalSummaryOf(
  runs: readonly RehearsalRun[],
  conditions: Conditions | null,
  errors: RehearsalSummary['errors'],
): RehearsalSummary {
  const completed = runs.filter(({ outcome }) => outcome === 'completed');
  return {
    completed: completed.length,
    records: minMedianMaxOf(completed.map(({ records }) => records)),
    expected: minMedianMaxOf(
      completed.map(({ records, events }) => (events === null ? null : records - events)),
    ),
    ms: minMedianMaxOf(completed.map(({ ms }) => ms)),
    answers_ms: minMedianMaxOf(completed.map(({ answers_ms }) => answers_ms)),
    lost: runs.reduce((sum, { lost }) => sum + lost, 0),
    conditions: (conditions?.cells ?? []).map(({ name, share }) => ({
      name,
      share,
      runs: completed.filter(({ condition }) => condition === name).length,
    })),
    not_simulated: counted(runs.map((run) => run.not_simulated)).map(([plugin, count]) => ({
      plugin,
      runs: count,
    })),
    passed_pages: counted(runs.map((run) => run.passed_pages)).map(([page, count]) => ({
      page,
      runs: count,
    })),
    errors,
  };
}

/** Lists each name with the number of lists that contain it. */
function counted(lists: readonly (readonly string[])[]): [name: string, count: number][] {
  const counts = new Map<string, number>();
  for (const name of lists.flat()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts];
}
