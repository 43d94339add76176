import type { Session } from '../../../../../contracts/enrolment/sessions';
import { takenSeatsOf } from '../../../domain/sessions/seats-taken.rule';
import type { SeatCounts } from './seat-milestones.rule';

/**
 * Returns the tones to play for the changes since `before`: two tones (`full`) if a session's last
 * free seat was taken, one tone (`taken`) if any other seat was taken, and null for no tone.
 */
export function chimeForChanges(
  before: SeatCounts,
  sessions: readonly Session[],
): 'taken' | 'full' | null {
  let heard: 'taken' | null = null;
  for (const session of sessions) {
    const was = before.get(session._id);
    if (!was || takenSeatsOf(session) <= was.taken) continue;
    if (session.state === 'active' && was.free > 0 && session.spots_available === 0) return 'full';
    heard = 'taken';
  }
  return heard;
}
