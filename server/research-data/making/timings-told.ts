import {
  missedBand,
  missedBands,
  refreshRate,
  type RunTiming,
} from '../../runtime/timing/timing.rule';
import type { Cell } from '../rows/cell.rule';
import type { ChosenRun } from './chosen-runs';

/** Bands of fewer anonymous participants are not told, as those of devices (environments-told.ts). */
const fewest = 5;

export interface Measured {
  readonly run: Pick<ChosenRun, 'isAnonymous' | 'participant' | 'session_id'>;
  readonly timing: RunTiming | null;
}
interface Bands {
  readonly refresh_hz: number | null;
  readonly missed: (typeof missedBands)[number];
}
const bandsOf = (timing: RunTiming): Bands => ({
  refresh_hz: refreshRate(timing),
  missed: missedBand(timing),
});
const placeOf = ({ refresh_hz, missed }: Bands) => `${refresh_hz} ${missed}`;

/** What an export says of what was measured: in anonymous sessions, bands that five people or more share. */
export class TimingsTold {
  /** People, not attempts. */
  private readonly people = new Map<string, Set<string>>();

  constructor(readonly all: readonly Measured[]) {
    for (const { run, timing } of all) {
      if (!run.isAnonymous || !timing) continue;
      const place = placeOf(bandsOf(timing));
      this.people.set(place, (this.people.get(place) ?? new Set()).add(run.participant));
    }
  }

  bands({ isAnonymous }: Measured['run'], timing: RunTiming): Bands | null {
    const bands = bandsOf(timing);
    const people = this.people.get(placeOf(bands));
    return !isAnonymous || (people?.size ?? 0) >= fewest ? bands : null;
  }

  /** In the order of their columns (own-columns.ts). */
  cellsOf(run: Measured['run'], timing: RunTiming | null): Cell[] {
    const bands = timing && this.bands(run, timing);
    const exact = run.isAnonymous ? null : timing;
    return [
      bands?.refresh_hz,
      bands?.missed,
      exact?.frame_ms,
      exact?.frames,
      exact?.missed,
      exact?.longest_ms,
      exact?.clock_ms,
      exact?.long_tasks,
    ].map((cell) => cell ?? undefined);
  }
}

const about = [
  'Measured in the pages of the study by our script, which counts frames and reads the clock. ' +
    'Nothing of it is promised.',
  'A frame that came says that the browser drew, not that the display showed it: input and ' +
    'output of the device add delays that no page can measure.',
  'Missed frames are those that there was time for at the median rate. A stimulus that was due ' +
    'in one of them came late.',
  'Response times are read from a clock that moves in steps of clock_step_ms, and from events ' +
    'that a keyboard or a touch screen reports late by its own time.',
];

export interface TimingReport {
  readonly about: readonly string[];
  readonly sessions: readonly {
    readonly session: string;
    readonly runs: number;
    /** Runs of which something was measured. */
    readonly measured: number;
    /** How many of them; `not told`: bands of fewer than five people in an anonymous session. */
    readonly refresh_hz: Readonly<Record<string, number>>;
    readonly missed_frames_share: Readonly<Record<string, number>>;
  }[];
}

/** @returns null where nothing was measured */
export function timingReport(timings: TimingsTold): TimingReport | null {
  if (timings.all.every(({ timing }) => timing === null)) return null;
  const sessions = [...new Set(timings.all.map(({ run }) => run.session_id))];
  return {
    about,
    sessions: sessions.map((session) => {
      const runs = timings.all.filter(({ run }) => run.session_id === session);
      const measured = runs.flatMap(({ run, timing }) =>
        timing ? [timings.bands(run, timing)] : [],
      );
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
      };
    }),
  };
}
