import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import { DomainError } from '../../platform/errors/errors';
import type { Session } from '../model/session.entity';

/**
 * Checks a new capacity of a session, if it is lower than the present one (docs/domain.md, 2). The
 * new capacity must be enough for:
 * - all seats that are taken, including offers and the waitlist
 * - the anonymity of an anonymous session, unless it was launched with too few people
 * A launch with too few people adds a note to the session. A higher capacity does not remove the
 * note, because people took part after reading it.
 * @throws DomainError capacity_below_taken, too_few_seats
 */
export function checkCapacity(session: Session, capacity: number): void {
  if (capacity >= session.capacity) return;
  const needed =
    session.offered + session.enrolled + session.started + session.completed + session.waitlisted;
  if (capacity < needed) throw new DomainError('capacity_below_taken', { taken: needed });
  if (
    capacity < enrolmentLimits.anonymousSeats &&
    session.privacy_level === 'anonymous' &&
    session.snapshot?.too_few_people === false
  )
    throw new DomainError('too_few_seats', { least: enrolmentLimits.anonymousSeats });
}
