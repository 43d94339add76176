import {
  clockResolutions,
  focusLostCounts,
  longTaskCounts,
  missedFrameShares,
  runPaces,
  type SessionTiming,
  type TimingMeasures,
} from '../../../contracts/research-data/study-timing';
import type { RunEnvironment } from '../../../contracts/runtime/runtime';
import { focusLossBand, type TimingBands } from '../../runtime/timing/timing-bands.rule';
import { PeopleCountByValue } from '../selection/people-who-share.rule';

/** A run that is counted in the statistics. */
export interface CountedRun {
  readonly participant: string;
  readonly isAnonymous: boolean;
  readonly environment: RunEnvironment;
  readonly focus_lost: number;
  readonly timing: TimingBands | null;
  /** Undefined where the duration is unknown, or there are too few runs to compare with. */
  readonly isFast: boolean | undefined;
}
type Measure = keyof TimingMeasures;

const measures: Readonly<Record<Measure, (run: CountedRun) => string | undefined>> = {
  refresh_hz: ({ timing }) => (timing ? `${timing.refresh_hz ?? 'other'}` : undefined),
  missed: ({ timing }) => timing?.missed,
  clock: ({ timing }) => timing?.clock,
  long_tasks: ({ timing }) => timing?.long_tasks,
  isolated: ({ environment }) => (environment.isolated ? 'yes' : 'no'),
  focus_lost: ({ focus_lost }) => focusLossBand(focus_lost),
  pace: ({ isFast }) => (isFast === undefined ? undefined : isFast ? 'fast' : 'usual'),
};
const orderOf: Readonly<Record<Measure, readonly string[]>> = {
  refresh_hz: [],
  missed: missedFrameShares,
  clock: clockResolutions,
  long_tasks: longTaskCounts,
  isolated: ['yes', 'no'],
  focus_lost: focusLostCounts,
  pace: runPaces,
};
const names = Object.keys(measures) as Measure[];
const notTold = 'not_told';
const last = ['other', notTold];

/**
 * Returns the properties of an anonymous run that an export shows: device, browser, refresh rate
 * and missed frames (columns/timing-columns.ts). A band is counted only if at least five people
 * share the band and all of these properties. So a researcher who compares the counts with an
 * export learns nothing that applies to fewer than five people.
 */
function besideIn({ environment, timing }: CountedRun): string {
  const { device, browser, isolated } = environment;
  return JSON.stringify([device, browser, isolated, timing?.refresh_hz, timing?.missed]);
}

/** Counts the runs of a session by their bands, which are ranges of measured values. */
export function countRunsByBands(
  runs: readonly CountedRun[],
): Pick<SessionTiming, 'runs' | 'measured' | 'measures'> {
  const sharing = new Map(names.map((name) => [name, new PeopleCountByValue()]));
  const keyOf = (run: CountedRun, band: string) => `${besideIn(run)} ${band}`;
  for (const run of runs)
    for (const name of names) {
      const band = measures[name](run);
      if (band !== undefined) sharing.get(name)?.add(keyOf(run, band), run.participant);
    }
  const counts = (name: Measure) => {
    const found = new Map<string, number>();
    for (const run of runs) {
      const band = measures[name](run);
      if (band === undefined) continue;
      const isTold = !run.isAnonymous || sharing.get(name)?.areEnough(keyOf(run, band));
      const told = isTold ? band : notTold;
      found.set(told, (found.get(told) ?? 0) + 1);
    }
    const place = (band: string) =>
      last.includes(band) ? 1e6 + last.indexOf(band) : placeOf(orderOf[name], band);
    return [...found]
      .map(([band, count]) => ({ band, runs: count }))
      .sort((a, b) => place(a.band) - place(b.band));
  };
  return {
    runs: runs.length,
    measured: runs.filter(({ timing }) => timing !== null).length,
    // The type is correct: for each measure, `counts` returns only bands of this measure, or
    // `not_told`.
    measures: Object.fromEntries(names.map((name) => [name, counts(name)])) as TimingMeasures,
  };
}

/**
 * Returns the position of a band in the list of its measure's bands. Refresh rates have no list, so
 * they are ordered as numbers.
 */
const placeOf = (order: readonly string[], band: string): number =>
  order.length > 0 ? order.indexOf(band) : Number(band);
