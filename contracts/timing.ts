import { z } from 'zod';

/**
 * How exactly a page of a study could show and measure, as our script in its frame measured it: the data
 * of a record of the kind `event` (docs/decisions/0084-timing-report.md). Several of one run add up.
 */
export const TimingEvent = z.object({
  type: z.literal('timing'),
  /** Milliseconds between two frames: the median. */
  frame_ms: z.number().positive().max(10_000),
  /** Frames that were seen, and those that the display would have had room for between them. */
  frames: z.int().min(1).max(100_000_000),
  missed: z.int().min(0).max(100_000_000),
  /** The longest time between two frames, in milliseconds. */
  longest_ms: z.number().min(0).max(1_000_000_000),
  /** The smallest step in which the page's clock moves, in milliseconds. */
  clock_ms: z.number().positive().max(10_000),
  /** How often the page was busy for more than 50 ms; null where the browser does not tell. */
  long_tasks: z.int().min(0).max(100_000_000).nullable(),
});
export type TimingEvent = z.output<typeof TimingEvent>;
