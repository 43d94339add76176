import { z } from 'zod';
import { notLoaded } from './runtime';

/**
 * What the server itself reads of the data of an `event`, for those who watch: that the study's code
 * failed, that a file or an address was not loaded, that it did not start or stopped, that its window
 * lost the focus, and an end that the participant said. Events of other shapes are data like any other.
 */
export const WatchedEvent = z.union([
  z.object({
    type: z.literal('error'),
    message: z.string(),
    file: z.string().optional().catch(undefined),
    line: z.int().min(1).max(2_147_483_647).optional().catch(undefined),
  }),
  z.object({ type: z.literal('file_not_loaded'), file: z.string(), why: z.enum(notLoaded) }),
  z.object({ type: z.literal('blocked'), address: z.string(), directive: z.string() }),
  z.object({ type: z.literal('load_failed'), address: z.string(), element: z.string() }),
  /** As the page around the study sees it (web/src/runner/life); `told`: the participant reports it. */
  z.object({ type: z.enum(['not_started', 'stuck']), told: z.literal('yes').optional() }),
  /** A study that seemed not to have started has, since. */
  z.object({ type: z.literal('began') }),
  z.object({ type: z.literal('blur') }),
  z.object({ type: z.literal('ended_by_participant') }),
]);
export type WatchedEvent = z.output<typeof WatchedEvent>;
