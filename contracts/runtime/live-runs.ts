import { z } from 'zod';
import { Id } from '../base/fields';

/**
 * What happens in the runs of a session, sent to the researchers who watch it (topic `runs:{id}`). Where the roster
 * names each participant who has started, the numbers are current. In other sessions the time at which a run stalls
 * or meets an error would reveal which participant it belongs to (docs/decisions/live-updates.md).
 */
export const RunsCounted = z.object({
  session_id: Id,
  /** How many runs are open, not counting stalled runs where these are known. */
  running: z.int(),
  /** How many open runs sent nothing for five minutes; null where exact times are hidden. */
  stalled: z.int().nullable(),
  /**
   * How many listed runs have an error in the study's code or a missing file. The same number as `with_errors` of the
   * list.
   */
  errors: z.int(),
});
export type RunsCounted = z.output<typeof RunsCounted>;
