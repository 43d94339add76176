import type { ErrorCode } from '../../../contracts/errors';
import type { ParticipationState } from '../../../contracts/participations';
import type { SessionState } from '../../../contracts/sessions';
import { mayReturn, presentStates } from '../participations/participation.rule';

/** A session as it stands, its row locked or just read. `taken` counts offers too. */
export interface Seats {
  state: SessionState;
  capacity: number;
  taken: number;
  waitlisted: number;
}
export interface Earlier {
  id: string;
  session_id: string;
  state: ParticipationState;
  has_started: boolean;
}

/**
 * Somebody who asks for a seat. `refusal`: what the gates before the seat found (verified,
 * eligible, consent).
 */
export interface Asking {
  session_id: string;
  /**
   * The same for the same person in the same study; people are told apart by it and by nothing
   * else.
   */
  person: string;
  wants_waitlist: boolean;
  refusal?: ErrorCode;
  /** This person's participation in this session, or in another one of a study without repeats. */
  earlier?: Earlier;
}

export type Outcome =
  | { kind: 'present'; participation_id: string }
  | { kind: 'same'; as: number }
  | { kind: 'admitted'; state: 'enrolled' | 'waitlisted'; revives?: Earlier }
  | { kind: 'refused'; code: ErrorCode };

/**
 * Who gets a seat, in the order of asking. Pure: given the seats under lock, it is the whole of
 * "never oversold, never undersold". Nobody new gets past the waitlist; doing again what is done
 * gives the same (DOMAIN 2).
 */
export function allocateSeats(
  seats: ReadonlyMap<string, Seats>,
  asking: readonly Asking[],
): Outcome[] {
  const left = new Map(
    [...seats].map(([id, s]) => [
      id,
      { free: s.waitlisted > 0 ? 0 : Math.max(0, s.capacity - s.taken) },
    ]),
  );
  const first = new Map<string, number>();
  const outcomes: Outcome[] = [];

  const decide = (one: Asking, index: number): Outcome => {
    const { earlier } = one;
    if (earlier && presentStates.includes(earlier.state)) {
      return earlier.session_id === one.session_id
        ? { kind: 'present', participation_id: earlier.id }
        : { kind: 'refused', code: 'already_participated' };
    }
    const twin = first.get(one.person);
    if (twin !== undefined && asking[twin]?.session_id === one.session_id)
      return { kind: 'same', as: twin };
    if (one.refusal) return { kind: 'refused', code: one.refusal };
    if (earlier && !mayReturn(earlier.state, earlier.has_started))
      return { kind: 'refused', code: 'already_participated' };
    const session = seats.get(one.session_id);
    const room = left.get(one.session_id);
    if (!session || !room) return { kind: 'refused', code: 'not_found' };
    if (session.state !== 'active') return { kind: 'refused', code: 'session_not_active' };
    if (twin !== undefined) return { kind: 'refused', code: 'already_participated' };
    if (room.free > 0) {
      room.free -= 1;
      first.set(one.person, index);
      return { kind: 'admitted', state: 'enrolled', revives: earlier };
    }
    if (!one.wants_waitlist) return { kind: 'refused', code: 'session_full' };
    first.set(one.person, index);
    return { kind: 'admitted', state: 'waitlisted', revives: earlier };
  };

  asking.forEach((one, index) => outcomes.push(decide(one, index)));
  return outcomes;
}
