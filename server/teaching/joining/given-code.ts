import type { ClassroomRole, ClassroomState } from '../../../contracts/teaching/classrooms';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import type { Secrets } from '../../platform/security/secrets';
import { readInvitationCode } from '../model/invitation-code';
import { isInvitationOpen, refusalOfJoinCode, type JoinCodeTerms } from './admission.rule';
import { readJoinCode } from './join-code';

type Database = Pick<Transaction, 'query'>;

/** A code in a valid form: a classroom's join code, or an invitation's code. */
export type JoiningCode = { readonly join: string } | { readonly invitation: string };

/**
 * Recognises whether a text is a join code or an invitation's code.
 * @throws DomainError invalid_join_code for any other text
 */
export function parseJoiningCode(secrets: Secrets, given: string): JoiningCode {
  const join = readJoinCode(given);
  if (join !== null) return { join };
  const invitation = readInvitationCode(secrets, given.trim());
  if (invitation === null) throw new DomainError('invalid_join_code');
  return { invitation };
}

/** The classroom that a person may join by a code, and the role that the person gets in it. */
export interface Admission {
  readonly classroom_id: string;
  readonly role: ClassroomRole;
  readonly isMember: boolean;
}

/**
 * Finds the classroom and the role that a code gives to this account. A member also finds the
 * classroom by a code that no longer works, so that a repeated request to join does not fail.
 * @param account with a verified address
 * @throws DomainError invalid_join_code, mail_domain_required
 */
export async function findAdmission(
  on: Database,
  code: JoiningCode,
  account: { id: string; email: string },
  now: Date,
): Promise<Admission> {
  return 'join' in code
    ? byJoinCode(on, code.join, account, now)
    : byInvitation(on, code.invitation, account, now);
}

async function byJoinCode(
  on: Database,
  code: string,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<Admission> {
  const [found] = await on.query<JoinCodeTerms & { id: string; role: ClassroomRole | null }>(
    `SELECT c.id, c.state, c.join_uses_left, c.join_expires_at, c.join_domain, m.role
     FROM identity.classroom c
     LEFT JOIN identity.classroom_member m ON m.classroom_id = c.id AND m.account_id = $2
     WHERE c.join_code = $1`,
    [code, id],
  );
  if (!found) throw new DomainError('invalid_join_code');
  if (found.role !== null) return { classroom_id: found.id, role: found.role, isMember: true };
  const refusal = refusalOfJoinCode(found, email, now);
  if (refusal !== null) throw new DomainError(refusal, { domain: found.join_domain ?? '' });
  return { classroom_id: found.id, role: 'student', isMember: false };
}

interface Invited {
  id: string;
  state: ClassroomState;
  /** The role that the invitation gives; null if the invitation was accepted already. */
  invited: ClassroomRole | null;
  /** The role that the account has in the classroom; null if it is not a member yet. */
  role: ClassroomRole | null;
}

/**
 * Finds the classroom of an invitation. A membership keeps the id of the accepted invitation, so
 * that the same link leads the member to the classroom again.
 */
async function byInvitation(
  on: Database,
  invitation: string,
  { id, email }: { id: string; email: string },
  now: Date,
): Promise<Admission> {
  const [found] = await on.query<Invited>(
    `SELECT c.id, c.state, i.role AS invited, m.role
     FROM (SELECT classroom_id FROM identity.classroom_invitation
           WHERE id = $1 AND email = $3 AND expires_at > $4
           UNION SELECT classroom_id FROM identity.classroom_member WHERE id = $1 AND account_id = $2) AS at
     JOIN identity.classroom c ON c.id = at.classroom_id
     LEFT JOIN identity.classroom_invitation i ON i.id = $1
     LEFT JOIN identity.classroom_member m ON m.classroom_id = c.id AND m.account_id = $2`,
    [invitation, id, email, now],
  );
  if (found && found.role !== null)
    return { classroom_id: found.id, role: found.role, isMember: true };
  if (!found || found.invited === null || !isInvitationOpen(found.state, found.invited))
    throw new DomainError('invalid_join_code');
  return { classroom_id: found.id, role: found.invited, isMember: false };
}
