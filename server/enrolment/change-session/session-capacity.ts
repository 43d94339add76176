import { enrolmentLimits } from '../../../contracts/enrolment/limits';
import { DomainError } from '../../platform/errors/errors';
import type { Session } from '../model/session.entity';

/**
 * A session's capacity cannot be set below the number of seats taken, offers and the waitlist
 * included (docs/domain.md, 2). A session that was launched as anonymous keeps the seats that its
 * anonymity needs. A session that was launched with too few people keeps the note about this,
 * however many seats it gets later, because people took part after reading it.
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
