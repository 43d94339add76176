import type { ClassroomRole, ClassroomState } from '../../../contracts/teaching/classrooms';
import { isDraftOrOpen } from '../model/states.rule';

/** The settings of a classroom's join code. */
export interface JoinCodeTerms {
  readonly state: ClassroomState;
  readonly join_uses_left: number | null;
  readonly join_expires_at: Date | null;
  readonly join_domain: string | null;
}

/**
 * Returns the error code if a join code does not work for this address, else null. A code that no
 * longer works gets the same error as an unknown code. Only a person with a valid code learns that
 * another mail domain is required.
 * @param email a stored address, whose domain is in ASCII and lower case
 */
export function refusalOfJoinCode(
  { state, join_uses_left, join_expires_at, join_domain }: JoinCodeTerms,
  email: string,
  now: Date,
): 'invalid_join_code' | 'mail_domain_required' | null {
  const isOver =
    state !== 'open' ||
    join_uses_left === 0 ||
    (join_expires_at !== null && join_expires_at <= now);
  if (isOver) return 'invalid_join_code';
  const domain = email.slice(email.lastIndexOf('@') + 1);
  return join_domain === null || join_domain === domain ? null : 'mail_domain_required';
}

/**
 * Whether an invitation works now. Staff may join a draft, to prepare it; students may join once
 * the classroom is open.
 */
export const isInvitationOpen = (state: ClassroomState, role: ClassroomRole): boolean =>
  role === 'student' ? state === 'open' : isDraftOrOpen(state);
