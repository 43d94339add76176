import type { TrialTiming, TrialTimingEvent } from '../../../../../contracts/timing';
import { mostTrialTimings } from '../../../../../contracts/timing-limits';
import { missedIn, type FrameMeter, type Stretch } from './frame-meter';

interface Measured {
  readonly trial: number;
  readonly from: number;
  readonly until: number;
  readonly stretch: Stretch;
}
/** When the page began to be busy; null where the browser does not tell. */
export type LongTasks = readonly number[] | null;

/** What was measured during each trial of jsPsych. */
export class TrialTimings {
  private waiting: Measured[] = [];
  private stretch: Stretch | undefined;
  private from = 0;

  /** @param clock the page's, in milliseconds */
  constructor(
    private readonly meter: Pick<FrameMeter, 'begin' | 'frame_ms'>,
    private readonly clock: () => number,
  ) {}

  begins(): void {
    this.stretch = this.meter.begin();
    this.from = this.clock();
  }

  /** @returns to be called with the place of the trial once its record is sent */
  ends(): (trial: number) => void {
    const { stretch, from } = this;
    if (!stretch) return () => undefined;
    const until = this.clock();
    this.stretch = undefined;
    // Frames that come after the trial are not its own.
    const own = { ...stretch, slow: { ...stretch.slow } };
    return (trial) => void this.waiting.push({ trial, from, until, stretch: own });
  }

  /** @returns what is not told yet; nothing as long as the display is not known */
  take(longTasks: LongTasks): TrialTimingEvent[] {
    const { frame_ms } = this.meter;
    if (frame_ms === null) return [];
    const told = this.waiting.map(({ trial, from, until, stretch }): TrialTiming => [
      trial,
      stretch.frames,
      missedIn(stretch, frame_ms),
      Math.round(stretch.longest_ms * 10) / 10,
      longTasks && longTasks.filter((began) => began >= from && began < until).length,
    ]);
    this.waiting = [];
    const events: TrialTimingEvent[] = [];
    for (let at = 0; at < told.length; at += mostTrialTimings)
      events.push({ type: 'trial_timing', trials: told.slice(at, at + mostTrialTimings) });
    return events;
  }
}
