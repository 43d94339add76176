import { badField } from '../../platform/errors/errors';

/**
 * @throws DomainError validation_failed for a deadline that has passed: an administrator ends a
 *   course by closing it
 */
export function mustBeFutureDeadline(deadline: Date | string, now: Date): void {
  if (new Date(deadline) <= now) throw badField('deadline', 'in_the_past');
}
