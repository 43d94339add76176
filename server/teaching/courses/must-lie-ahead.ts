import { badField } from '../../platform/errors/errors';

/** @throws DomainError validation_failed for a deadline that has passed: a course ends by being closed */
export function mustLieAhead(deadline: Date | string, now: Date): void {
  if (new Date(deadline) <= now) throw badField('deadline', 'in_the_past');
}
