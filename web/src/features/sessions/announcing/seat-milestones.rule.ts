import type { Session } from '../../../../../contracts/enrolment/sessions';
import { takenSeatsOf } from '../../../domain/sessions/seats-taken.rule';

export interface SeatMilestone {
  kind: 'first' | 'full';
  session: Session;
}
/** The taken and free seats of each session at the last update. */
export type SeatCounts = ReadonlyMap<string, { taken: number; free: number }>;

export const seatCountsOf = (sessions: readonly Session[]): SeatCounts =>
  new Map(sessions.map((s) => [s._id, { taken: takenSeatsOf(s), free: s.spots_available }]));

/**
 * Returns the milestone to show among the changes since `before`: the first or the last seat of a
 * session was taken. Null if no milestone was reached. A session that is not in `before` has no
 * milestone, since its seats were taken before the page opened.
 */
export function milestoneSince(
  before: SeatCounts,
  sessions: readonly Session[],
): SeatMilestone | null {
  for (const kind of ['full', 'first'] as const)
    for (const session of sessions) {
      const was = before.get(session._id);
      if (!was || session.state !== 'active') continue;
      const isSo =
        kind === 'full'
          ? was.free > 0 && session.spots_available === 0 && takenSeatsOf(session) > 0
          : was.taken === 0 && takenSeatsOf(session) > 0;
      if (isSo) return { kind, session };
    }
  return null;
}
