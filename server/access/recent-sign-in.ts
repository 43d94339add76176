import { limits } from '../../contracts/base/limits';
import { addMilliseconds, minutes } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import type { Person } from './person';

/**
 * Checks that the caller signed in recently. A change of sign-in methods requires this (ASVS 5.0,
 * 7.5.1), because otherwise a stranger at an unattended open browser could make the change.
 * @throws DomainError recent_sign_in_required
 */
export const mustHaveSignedInRecently = (
  { person }: { person: Pick<Person, 'signed_in_at'> },
  now: Date,
): void => {
  if (addMilliseconds(person.signed_in_at, minutes(limits.recentSignInMinutes)) < now)
    throw new DomainError('recent_sign_in_required', { minutes: limits.recentSignInMinutes });
};
