import { badField } from '../../platform/errors/errors';

/**
 * Checks the dates of a session.
 * @throws DomainError validation_failed for a closing date in the past or before the opening.
 */
export function checkDates(
  { opens_at, closes_at }: { opens_at?: string | null; closes_at?: string | null },
  now: Date,
): void {
  if (!closes_at) return;
  const closes = Date.parse(closes_at);
  if (closes <= now.getTime()) throw badField('closes_at', 'in_the_past');
  if (opens_at && closes <= Date.parse(opens_at)) throw badField('closes_at', 'before_opening');
}
