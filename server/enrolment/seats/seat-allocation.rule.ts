import type { ErrorCode } from '../../../contracts/base/errors';
import type { ParticipationState } from '../../../contracts/enrolment/participations';
import type { SessionState } from '../../../contracts/enrolment/sessions';
import { countsAsEnrolled, mayEnrolAgain } from '../model/participation.rule';

/**
 * The seats of a session as they were read. The session may be locked or not. `taken` includes
 * offers.
 */
export interface SessionSeats {
  state: SessionState;
  capacity: number;
  taken: number;
  waitlisted: number;
}

export interface EarlierParticipation {
  id: string;
  session_id: string;
  state: ParticipationState;
  has_started: boolean;
  /**
   * Whether the earlier participation is in a session of another privacy level. It still counts as
   * a participation in the study, but it is never moved to the requested session.
   */
  other_level: boolean;
}

export interface SeatRequest {
  session_id: string;
  /**
   * Identifies the person: two requests with the same value come from the same person. If the study
   * allows only one participation per person, a person has one value for the whole study.
   * Otherwise, a person has a different value in each session.
   */
  person: string;
  wants_waitlist: boolean;
  /**
   * Why the earlier checks (address verified, person eligible, consent read) refuse the person;
   * absent if all checks pass.
   */
  refusal?: ErrorCode;
  /**
   * The person's earlier participation in this session or, if the study allows no repeats, in
   * another session of the study.
   */
  earlier?: EarlierParticipation;
}

export type SeatOutcome =
  | { kind: 'allocated'; state: 'enrolled' | 'waitlisted'; revives?: EarlierParticipation }
  | { kind: 'present' }
  /**
   * An earlier request of the same batch has already enrolled the person in this session; `of` is
   * the index of that request.
   */
  | { kind: 'duplicate'; of: number }
  | { kind: 'refused'; code: ErrorCode };

/**
 * Allocates the free seats in the order of the requests. If the sessions are locked, this pure function alone
 * guarantees that a session gives away neither too many nor too few seats (docs/domain.md, section 2). While a session
 * has a waitlist, its free seats belong to the waitlist, and a new request can only join the waitlist.
 */
export function allocateSeats(
  sessions: ReadonlyMap<string, SessionSeats>,
  requests: readonly SeatRequest[],
): SeatOutcome[] {
  const free = new Map(
    [...sessions].map(([id, s]) => [id, s.waitlisted > 0 ? 0 : Math.max(0, s.capacity - s.taken)]),
  );
  /**
   * For each person, the index of the request that got the person a seat or a place on the
   * waitlist.
   */
  const allocated = new Map<string, number>();

  return requests.map((request, index): SeatOutcome => {
    const { session_id, person, earlier } = request;
    if (earlier && countsAsEnrolled(earlier.state))
      return earlier.session_id === session_id
        ? { kind: 'present' }
        : { kind: 'refused', code: 'already_participated' };
    const first = allocated.get(person);
    if (first !== undefined && requests[first]?.session_id === session_id)
      return { kind: 'duplicate', of: first };
    if (request.refusal) return { kind: 'refused', code: request.refusal };
    if (earlier && !mayEnrolAgain(earlier.state, earlier.has_started))
      return { kind: 'refused', code: 'already_participated' };
    const session = sessions.get(session_id);
    if (!session) return { kind: 'refused', code: 'not_found' };
    if (session.state !== 'active') return { kind: 'refused', code: 'session_not_active' };
    if (first !== undefined) return { kind: 'refused', code: 'already_participated' };
    const seats = free.get(session_id) ?? 0;
    if (seats === 0 && !request.wants_waitlist) return { kind: 'refused', code: 'session_full' };
    if (seats > 0) free.set(session_id, seats - 1);
    allocated.set(person, index);
    return {
      kind: 'allocated',
      state: seats > 0 ? 'enrolled' : 'waitlisted',
      // An earlier participation at another privacy level is not moved to this session. Otherwise a
      // line would vanish from one roster at the moment at which a name appears on the other
      // roster, and a reader could link the two.
      revives: earlier?.other_level ? undefined : earlier,
    };
  });
}
