import { badField } from '../../platform/errors/errors';

/**
 * Checks that a course's deadline is in the future.
 * @throws DomainError validation_failed for a deadline that has passed: an administrator who wants
 *   to end a course closes it instead
 */
export function mustBeFutureDeadline(deadline: Date | string, now: Date): void {
  if (new Date(deadline) <= now) throw badField('deadline', 'in_the_past');
}
