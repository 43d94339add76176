import type { TrialTiming, TrialTimingEvent } from '../../../../../contracts/runtime/timing';
import { maxTrialTimings } from '../../../../../contracts/runtime/timing-limits';
import {
  missedDisplayFramesIn,
  type DisplayFrameMeter,
  type DisplayFramePeriod,
} from './frame-meter';

interface Measured {
  readonly trial: number;
  /** The trial's parameter hashes (../jspsych/parameters.ts). */
  readonly mark: string | undefined;
  readonly from: number;
  readonly until: number;
  readonly stretch: DisplayFramePeriod;
}
/**
 * The times at which the page became busy during the trial; null if the browser does not report
 * them.
 */
export type LongTasks = readonly number[] | null;

/** Collects the measurements during each trial of jsPsych. */
export class TrialTimings {
  private waiting: Measured[] = [];
  private stretch: DisplayFramePeriod | undefined;
  private from = 0;

  /**
   * @param clock returns the time of the page's clock, in milliseconds
   * @param ended called when a trial has measurements to send
   */
  constructor(
    private readonly meter: Pick<DisplayFrameMeter, 'begin' | 'look'>,
    private readonly clock: () => number,
    private readonly ended: () => void = () => undefined,
  ) {}

  begins(): void {
    this.stretch = this.meter.begin();
    this.from = this.clock();
  }

  /**
   * Ends the measurement of a trial.
   * @returns a function that must be called with the trial's position once the record of the trial
   * is sent
   */
  ends(): (trial: number, mark?: string) => void {
    const { stretch, from } = this;
    if (!stretch) return () => undefined;
    const until = this.clock();
    this.stretch = undefined;
    // The values are copied, since the original continues to count the frames after the trial.
    const own = { ...stretch, slow: { ...stretch.slow } };
    return (trial, mark) => {
      this.waiting.push({ trial, mark, from, until, stretch: own });
      this.ended();
    };
  }

  /** Returns the measurements that were not sent yet. @returns an empty list until the display's interval is known */
  take(longTasks: LongTasks): TrialTimingEvent[] {
    const frame_ms = this.meter.look();
    if (frame_ms === null) return [];
    const told = this.waiting.map(({ trial, mark, from, until, stretch }): TrialTiming => {
      const missed = missedDisplayFramesIn(stretch, frame_ms);
      const longest_ms = Math.round(stretch.longest_ms * 10) / 10;
      const busy = longTasks && longTasks.filter((began) => began >= from && began < until).length;
      return mark === undefined
        ? [trial, stretch.frames, missed, longest_ms, busy]
        : [trial, stretch.frames, missed, longest_ms, busy, mark];
    });
    this.waiting = [];
    const events: TrialTimingEvent[] = [];
    for (let at = 0; at < told.length; at += maxTrialTimings)
      events.push({ type: 'trial_timing', trials: told.slice(at, at + maxTrialTimings) });
    return events;
  }
}
