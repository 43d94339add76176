import type { Session } from '../../../../contracts/enrolment/sessions';

/** Counts the taken seats: offered, enrolled, started and completed (docs/domain.md, 2). */
export const takenSeatsOf = ({ counts }: Pick<Session, 'counts'>): number =>
  counts.offered + counts.enrolled + counts.started + counts.completed;
