import { teachingLimits } from '../../../contracts/teaching/limits';
import { lockAccountRow, type AccountRow } from '../../access/accounts/accounts.store';
import type { Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';

/**
 * Locks the account of a person who is about to join a classroom, so that simultaneous requests
 * count the person's classrooms one after the other. Must come before locks of courses and
 * classrooms.
 * @throws DomainError unauthenticated for an account that was erased
 */
export async function lockAccountOfNewMember(
  tx: Transaction,
  accountId: string,
): Promise<AccountRow> {
  const account = await lockAccountRow(tx, accountId);
  if (!account) throw new DomainError('unauthenticated');
  return account;
}

/**
 * Checks that the account is not in too many classrooms. The caller must have locked the account.
 * @throws DomainError too_many_classrooms
 */
export async function mustNotExceedClassroomLimit(
  tx: Transaction,
  accountId: string,
): Promise<void> {
  const [own] = await tx.query<{ n: number }>(
    `SELECT count(*)::int AS n FROM identity.classroom_member m JOIN identity.classroom c ON c.id = m.classroom_id
     WHERE m.account_id = $1 AND c.state <> 'archived'`,
    [accountId],
  );
  const most = teachingLimits.classrooms;
  if ((own?.n ?? 0) >= most) throw new DomainError('too_many_classrooms', { most });
}

/**
 * Adds a member to a classroom that the caller has locked or created.
 * @param id random, so that it reveals no time (docs/domain.md, 4)
 */
export async function addMember(
  tx: Transaction,
  member: {
    id: string;
    classroom_id: string;
    account_id: string;
    role: string;
    student_number: string | null;
  },
  day: string,
): Promise<void> {
  await tx.query(
    `INSERT INTO identity.classroom_member (id, classroom_id, account_id, role, student_number, joined_on)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [member.id, member.classroom_id, member.account_id, member.role, member.student_number, day],
  );
}
