import {
  clockResolutions,
  focusLostCounts,
  longTaskCounts,
  missedFrameShares,
} from '../../../contracts/research-data/study-timing';
import { roundedSeconds } from './pace.rule';
import {
  missedFramesBand,
  missedFrameBandNames,
  nearestRefreshRate,
  type RunTiming,
} from './timing.rule';

/**
 * The measurements that are stored with the sealed records of a run, so that the server can count
 * runs without reading their records. They are only bands (coarse ranges), since exact numbers would
 * come close to a device fingerprint.
 */
export interface TimingBands {
  /** Null where the measured refresh rate is not near a common one. */
  readonly refresh_hz: number | null;
  readonly missed: (typeof missedFrameShares)[number];
  readonly clock: (typeof clockResolutions)[number];
  readonly long_tasks: (typeof longTaskCounts)[number];
  /**
   * About how many seconds the run's pages were open (pace.rule.ts); absent for runs that were
   * sealed before this was measured.
   */
  readonly seconds?: number;
}

export const timingBandsOf = (timing: RunTiming): TimingBands => ({
  refresh_hz: nearestRefreshRate(timing),
  missed: missedFrameShares[missedFrameBandNames.indexOf(missedFramesBand(timing))] ?? 'from_5',
  clock: clockBand(timing.clock_ms),
  long_tasks: longTaskBand(timing.long_tasks),
  ...(timing.ms !== null && { seconds: roundedSeconds(timing.ms) }),
});

/**
 * Returns the band of a clock's resolution. The bounds are slightly above the usual steps of clocks:
 * a step of 1 ms or 0.1 ms is measured with an error of some hundredths of a millisecond.
 */
function clockBand(ms: number): TimingBands['clock'] {
  if (ms <= 0.025) return 'to_0_02';
  if (ms <= 0.2) return 'to_0_2';
  return ms <= 1.1 ? 'to_1' : 'above_1';
}

function longTaskBand(count: number | null): TimingBands['long_tasks'] {
  if (count === null) return 'unknown';
  if (count === 0) return 'none';
  if (count <= 5) return 'to_5';
  return count <= 20 ? 'to_20' : 'above_20';
}

export function focusLossBand(count: number): (typeof focusLostCounts)[number] {
  if (count === 0) return 'none';
  if (count === 1) return 'once';
  return count <= 5 ? 'to_5' : 'above_5';
}
