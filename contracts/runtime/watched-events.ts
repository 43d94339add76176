import { z } from 'zod';
import { loadFailureReasons } from './runtime';

/**
 * The `event` records that the server reads, since researchers watch them: the study's code failed;
 * a file or an address was not loaded; the study did not start or stopped; its window lost the
 * focus; or the participant reported the study's end, which the study did not signal. The server
 * stores all other events without reading them.
 */
export const WatchedEvent = z.union([
  z.object({
    type: z.literal('error'),
    message: z.string(),
    file: z.string().optional().catch(undefined),
    line: z.int().min(1).max(2_147_483_647).optional().catch(undefined),
  }),
  z.object({
    type: z.literal('file_not_loaded'),
    file: z.string(),
    why: z.enum(loadFailureReasons),
  }),
  z.object({ type: z.literal('blocked'), address: z.string(), directive: z.string() }),
  z.object({ type: z.literal('load_failed'), address: z.string(), element: z.string() }),
  /** Reports of the page that contains the study (web/src/runner/life); `told`: the participant reported it. */
  z.object({ type: z.enum(['not_started', 'stuck']), told: z.literal('yes').optional() }),
  /** A study that seemed not to have started has started after all. */
  z.object({ type: z.literal('began') }),
  z.object({ type: z.literal('blur') }),
  z.object({ type: z.literal('ended_by_participant') }),
]);
export type WatchedEvent = z.output<typeof WatchedEvent>;
