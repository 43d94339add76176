import { z } from 'zod';
import { maxTrialTimings } from './timing-limits';

/**
 * How precisely a study's page could display and measure. Our script in the study's frame measures
 * it and stores it as a record of the kind `event` (docs/decisions/run-monitoring-and-timing.md).
 * If a run has several of these records, they are added up.
 */
export const TimingEvent = z.object({
  type: z.literal('timing'),
  /** The median time between two frames, in milliseconds. */
  frame_ms: z.number().positive().max(10_000),
  /** How many frames were shown, and how many more the display could have shown in that time. */
  frames: z.int().min(1).max(100_000_000),
  missed: z.int().min(0).max(100_000_000),
  /** The longest time between two frames, in milliseconds. */
  longest_ms: z.number().min(0).max(1_000_000_000),
  /** The resolution of the page's clock in milliseconds. */
  clock_ms: z.number().positive().max(10_000),
  /** How often the page was busy for more than 50 ms; null where the browser does not report it. */
  long_tasks: z.int().min(0).max(100_000_000).nullable(),
  /**
   * The output latency in milliseconds, as the browser reports it; only for studies that play
   * sound.
   */
  audio: z
    .object({
      base_ms: z.number().min(0).max(100_000),
      /** The output latency; null where the browser does not report it, or nothing was played. */
      output_ms: z.number().min(0).max(100_000).nullable(),
    })
    .optional(),
  /** How long the page was open since the last report, in milliseconds. */
  ms: z.number().min(0).max(1_000_000_000).optional(),
});
export type TimingEvent = z.output<typeof TimingEvent>;

const Count = z.int().min(0).max(100_000_000);
/**
 * The timing of each trial of jsPsych, from the start of the trial until it has data. Each entry
 * contains, in this order:
 * - the index of the trial within the run. In messages from the study's frame, it is the index
 *   within the page that the frame shows;
 * - frames shown, frames dropped, the longest time between two frames, long tasks;
 * - the hashes of the trial's parameters, by which a page that resumes the study recognizes its
 *   trials (docs/decisions/study-sandbox.md).
 */
export const TrialTimingEvent = z.object({
  type: z.literal('trial_timing'),
  trials: z
    .array(
      z.tuple([
        z.int().min(-1),
        Count,
        Count,
        z.number().min(0).max(1_000_000_000),
        Count.nullable(),
        z.string().max(40).optional(),
      ]),
    )
    .max(maxTrialTimings),
});
export type TrialTimingEvent = z.output<typeof TrialTimingEvent>;
export type TrialTiming = TrialTimingEvent['trials'][number];
