import type { RunEnvironment } from '../../../contracts/runtime/runtime';
import {
  audioLatencyBand,
  missedFramesBand,
  nearestRefreshRate,
  type AudioLatencyBand,
  type MissedFrameBandName,
  type RunTiming,
} from '../../runtime/timing/timing.rule';
import type { ExportTexts } from '../research-data-texts';
import type { Cell } from './cell.rule';
import type { SelectedRun } from '../selection/selected-runs';
import { PeopleCountByValue } from '../selection/people-who-share.rule';

export interface RunMeasurements {
  readonly run: Pick<SelectedRun, 'isAnonymous' | 'participant' | 'session_id'>;
  readonly timing: RunTiming | null;
  /**
   * The device and browser in the same row of the export; null if the export withholds them
   * (shared-environments.ts).
   */
  readonly environment: RunEnvironment | null;
}
interface Bands {
  readonly refresh_hz: number | null;
  readonly missed: MissedFrameBandName;
}
const bandsOf = (timing: RunTiming): Bands => ({
  refresh_hz: nearestRefreshRate(timing),
  missed: missedFramesBand(timing),
});

/**
 * The measured timing in an export. For anonymous sessions, exact values are replaced by ranges
 * (bands). A run's bands are shown only if at least five people have the same bands, device and
 * browser.
 */
export class TimingsSharedByFive {
  private readonly people = new PeopleCountByValue();
  /** Counts people by all shown values of their row, including the band of the audio latency. */
  private readonly hearing = new PeopleCountByValue();

  constructor(readonly all: readonly RunMeasurements[]) {
    for (const one of all) {
      const { run, timing } = one;
      if (!run.isAnonymous || !timing) continue;
      const shared = sharedOf(one, bandsOf(timing));
      this.people.add(shared, run.participant);
      this.hearing.add(`${shared} ${audioLatencyBand(timing)}`, run.participant);
    }
  }

  bands(one: RunMeasurements): Bands | null {
    if (!one.timing) return null;
    const bands = bandsOf(one.timing);
    return !one.run.isAnonymous || this.people.areEnough(sharedOf(one, bands)) ? bands : null;
  }

  /**
   * Returns the band of the audio latency. Returns null in an anonymous session if fewer than five
   * people share this band and all other shown values of the row.
   */
  audio(one: RunMeasurements): AudioLatencyBand | null {
    if (!one.timing) return null;
    const band = audioLatencyBand(one.timing);
    if (!one.run.isAnonymous) return band;
    const shared = sharedOf(one, bandsOf(one.timing));
    return this.hearing.areEnough(`${shared} ${band}`) ? band : null;
  }

  /** Returns the cells in the order of their columns (server-columns.ts). */
  cellsOf(one: RunMeasurements): Cell[] {
    const bands = this.bands(one);
    const exact = one.run.isAnonymous ? null : one.timing;
    return [
      bands?.refresh_hz,
      bands?.missed,
      this.audio(one),
      exact?.frame_ms,
      exact?.frames,
      exact?.missed,
      exact?.longest_ms,
      exact?.clock_ms,
      exact?.long_tasks,
      exact?.audio?.base_ms,
      exact?.audio?.output_ms,
      exact?.ms,
    ].map((cell) => cell ?? undefined);
  }
}

function sharedOf({ environment }: RunMeasurements, { refresh_hz, missed }: Bands): string {
  const { device, browser, isolated } = environment ?? {};
  return JSON.stringify([refresh_hz, missed, device, browser, isolated]);
}

export interface TimingReport {
  readonly about: readonly string[];
  readonly sessions: readonly {
    readonly session: string;
    readonly runs: number;
    /** How many runs have any measurements. */
    readonly measured: number;
    /**
     * How many runs are in each band. Bands of fewer than five people in an anonymous session are
     * counted together as `not told`.
     */
    readonly refresh_hz: Readonly<Record<string, number>>;
    readonly missed_frames_share: Readonly<Record<string, number>>;
    /** Absent if the script that measures timing detected no sound. */
    readonly audio_latency?: Readonly<Record<string, number>>;
  }[];
}

/** Summarises the measured timing of an export. @returns null where nothing was measured */
export function timingReport(timings: TimingsSharedByFive, t: ExportTexts): TimingReport | null {
  if (timings.all.every(({ timing }) => timing === null)) return null;
  const sessions = [...new Set(timings.all.map(({ run }) => run.session_id))];
  return {
    about: [
      t('timing_report.measured'),
      t('timing_report.frames'),
      t('timing_report.missed'),
      t('timing_report.audio'),
      t('timing_report.clock'),
    ],
    sessions: sessions.map((session) => {
      const runs = timings.all.filter(({ run }) => run.session_id === session);
      const measured = runs.flatMap((one) => (one.timing ? [timings.bands(one)] : []));
      const counted = (bandOf: (bands: Bands) => string) => {
        const counts: Record<string, number> = {};
        for (const bands of measured) {
          const band = bands ? bandOf(bands) : 'not told';
          counts[band] = (counts[band] ?? 0) + 1;
        }
        return counts;
      };
      return {
        session,
        runs: runs.length,
        measured: measured.length,
        refresh_hz: counted(({ refresh_hz }) => (refresh_hz === null ? 'other' : `${refresh_hz}`)),
        missed_frames_share: counted(({ missed }) => missed),
        ...audioOf(timings, runs),
      };
    }),
  };
}

function audioOf(timings: TimingsSharedByFive, runs: readonly RunMeasurements[]) {
  const heard = runs.filter(({ timing }) => timing?.audio);
  if (heard.length === 0) return {};
  const audio_latency: Record<string, number> = {};
  for (const one of heard) {
    const band = timings.audio(one) ?? 'not told';
    audio_latency[band] = (audio_latency[band] ?? 0) + 1;
  }
  return { audio_latency };
}
