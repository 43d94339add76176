import {
  clockResolutions,
  focusLostCounts,
  longTaskCounts,
  missedFrameShares,
  runPaces,
  type SessionTiming,
  type TimingMeasures,
} from '../../../../contracts/research-data/study-timing';

type Counts = readonly { readonly band: string; readonly runs: number }[];
export type SummedTiming = Pick<SessionTiming, 'runs' | 'measured' | 'not_counted'> & {
  readonly measures: Readonly<Record<keyof TimingMeasures, Counts>>;
};

/**
 * Returns the refresh rate in hertz, if the name of a band (a group of runs) is a refresh rate;
 * otherwise null.
 */
export const refreshRateOf = (band: string): number | null =>
  /^\d+$/.test(band) ? Number(band) : null;

const bands: Readonly<Record<keyof TimingMeasures, readonly string[]>> = {
  refresh_hz: [],
  missed: missedFrameShares,
  clock: clockResolutions,
  long_tasks: longTaskCounts,
  isolated: ['yes', 'no'],
  focus_lost: focusLostCounts,
  pace: runPaces,
};
const last = ['other', 'not_told'];
/**
 * Returns the position of a band among the bands of a measure: refresh rates are sorted by number,
 * other bands in the order of `bands`.
 */
const placeOf = (name: keyof TimingMeasures, band: string): number =>
  last.includes(band)
    ? 1e6 + last.indexOf(band)
    : (refreshRateOf(band) ?? bands[name].indexOf(band));

/**
 * Returns a share as a whole percentage: at least 1 % for a share above zero, and at most 99 % for
 * a share below the whole.
 */
export function percentageOf(part: number, all: number): number {
  const percent = Math.round((part / all) * 100);
  if (part > 0 && percent === 0) return 1;
  return part < all && percent === 100 ? 99 : percent;
}

export function sumTimings(sessions: readonly SessionTiming[]): SummedTiming {
  const sum = (of: (one: SessionTiming) => number) =>
    sessions.reduce((total, one) => total + of(one), 0);
  const measured = (name: keyof TimingMeasures): Counts => {
    const runs = new Map<string, number>();
    for (const { measures } of sessions)
      for (const count of measures[name])
        runs.set(count.band, (runs.get(count.band) ?? 0) + count.runs);
    return [...runs]
      .map(([band, count]) => ({ band, runs: count }))
      .sort((a, b) => placeOf(name, a.band) - placeOf(name, b.band));
  };
  return {
    runs: sum(({ runs }) => runs),
    measured: sum((one) => one.measured),
    not_counted: sum(({ not_counted }) => not_counted),
    measures: {
      refresh_hz: measured('refresh_hz'),
      missed: measured('missed'),
      clock: measured('clock'),
      long_tasks: measured('long_tasks'),
      isolated: measured('isolated'),
      focus_lost: measured('focus_lost'),
      pace: measured('pace'),
    },
  };
}
