import { z } from 'zod';
import { Id } from '../base/fields';

/**
 * The current numbers of a session's runs, sent to the researchers who watch them (topic
 * `runs:{id}`). Where the roster names each participant who has started, the numbers are always up
 * to date. In other sessions, runs are counted as stalled or faulty only later, since the exact
 * time of the change would reveal the participant (docs/decisions/live-updates.md).
 */
export const SessionRunCounts = z.object({
  session_id: Id,
  /** How many runs are open. Stalled runs are not included, unless `stalled` is null. */
  running: z.int(),
  /** How many open runs sent nothing for five minutes; null where exact times are hidden. */
  stalled: z.int().nullable(),
  /**
   * How many of the listed runs have an error in the study's code or a missing file. The list of
   * runs gives the same number as `with_errors`.
   */
  errors: z.int(),
});
export type SessionRunCounts = z.output<typeof SessionRunCounts>;
