import type { TrialTiming, TrialTimingEvent } from '../../../../../contracts/runtime/timing';
import { mostTrialTimings } from '../../../../../contracts/runtime/timing-limits';
import { missedIn, type FrameMeter, type Stretch } from './frame-meter';

interface Measured {
  readonly trial: number;
  /** Of its parameters (../jspsych/parameters.ts). */
  readonly mark: string | undefined;
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

  /**
   * @param clock the page's, in milliseconds
   * @param ended called when a trial has measurements to send
   */
  constructor(
    private readonly meter: Pick<FrameMeter, 'begin' | 'look'>,
    private readonly clock: () => number,
    private readonly ended: () => void = () => undefined,
  ) {}

  begins(): void {
    this.stretch = this.meter.begin();
    this.from = this.clock();
  }

  /** @returns to be called with the place of the trial once its record is sent */
  ends(): (trial: number, mark?: string) => void {
    const { stretch, from } = this;
    if (!stretch) return () => undefined;
    const until = this.clock();
    this.stretch = undefined;
    // Frames that come after the trial are not its own.
    const own = { ...stretch, slow: { ...stretch.slow } };
    return (trial, mark) => {
      this.waiting.push({ trial, mark, from, until, stretch: own });
      this.ended();
    };
  }

  /** @returns what is not told yet; nothing as long as the display is not known */
  take(longTasks: LongTasks): TrialTimingEvent[] {
    const frame_ms = this.meter.look();
    if (frame_ms === null) return [];
    const told = this.waiting.map(({ trial, mark, from, until, stretch }): TrialTiming => {
      const missed = missedIn(stretch, frame_ms);
      const longest_ms = Math.round(stretch.longest_ms * 10) / 10;
      const busy = longTasks && longTasks.filter((began) => began >= from && began < until).length;
      return mark === undefined
        ? [trial, stretch.frames, missed, longest_ms, busy]
        : [trial, stretch.frames, missed, longest_ms, busy, mark];
    });
    this.waiting = [];
    const events: TrialTimingEvent[] = [];
    for (let at = 0; at < told.length; at += mostTrialTimings)
      events.push({ type: 'trial_timing', trials: told.slice(at, at + mostTrialTimings) });
    return events;
  }
}
