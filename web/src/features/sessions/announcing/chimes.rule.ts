import type { Session } from '../../../../../contracts/enrolment/sessions';
import { takenOf } from '../../../domain/sessions/seats-taken.rule';
import type { Seen } from './moments.rule';

/**
 * What is to be heard of the changes since: two tones where a last free seat went, one where a seat
 * was taken, nothing for those that were given up.
 */
export function chimeSince(before: Seen, sessions: readonly Session[]): 'taken' | 'full' | null {
  let heard: 'taken' | null = null;
  for (const session of sessions) {
    const was = before.get(session._id);
    if (!was || takenOf(session) <= was.taken) continue;
    if (session.state === 'active' && was.free > 0 && session.spots_available === 0) return 'full';
    heard = 'taken';
  }
  return heard;
}
