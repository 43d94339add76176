import type { ErasureSteps } from '../platform/context/context';
import type { Transaction } from '../platform/db/unit-of-work';
import { recordClassroomChanged } from './model/classroom-changed';
import { eraseSubmissions } from './submissions/erase-submissions';
import { eraseCredits } from './credits/credits.erasure';
import { classStudiesOwnedBy } from '../studies/people/class-groups';
import { passOnClassStudy } from './groups/pass-on';

/**
 * Erases the account's invitations, which contain its address, and its submissions and credits,
 * which contain a keyed hash of the account. A foreign key deletes the memberships.
 */
export const teachingErasure: ErasureSteps = {
  /**
   * Runs before the account's studies are archived and its sessions are closed: transfers each class
   * study that the account owns to the next member of the group that builds it.
   */
  async prepare(tx, accountId, { minute }) {
    for (const id of await classStudiesOwnedBy(tx, accountId))
      await passOnClassStudy(tx, { id, owner_id: accountId, isOwnerErased: true }, minute);
  },

  async erase(tx, accountId, _, secrets) {
    await eraseSubmissions(tx, accountId, secrets);
    await eraseCredits(tx, accountId, secrets);
    await removeInvitations(tx, accountId);
    const rooms = await closeClassrooms(tx, accountId);
    return rooms.length === 0
      ? undefined
      : (later) => rooms.forEach((id) => recordClassroomChanged(later, id));
  },
};

/**
 * Deletes the invitations of the account's address. Invitations of an unverified address stay,
 * since it may belong to another person.
 */
async function removeInvitations(tx: Transaction, accountId: string): Promise<void> {
  await tx.query(
    `DELETE FROM identity.classroom_invitation
     WHERE email = (SELECT p.email FROM identity.person p WHERE p.id = $1 AND p.status = 'ACTIVE')`,
    [accountId],
  );
}

/**
 * Closes the classrooms in which the account is the last instructor. Their other members stay.
 * Locks all classrooms of the account, so that no other instructor leaves meanwhile.
 * @returns the ids of all classrooms of the account
 */
async function closeClassrooms(tx: Transaction, accountId: string): Promise<string[]> {
  const rooms = await tx.query<{ id: string }>(
    `SELECT c.id FROM identity.classroom c
     WHERE c.id IN (SELECT m.classroom_id FROM identity.classroom_member m WHERE m.account_id = $1)
     ORDER BY c.id FOR NO KEY UPDATE`,
    [accountId],
  );
  const ids = rooms.map(({ id }) => id);
  await tx.query(
    `UPDATE identity.classroom c SET state = 'closed'
     WHERE c.id = ANY($1::uuid[]) AND c.state IN ('draft', 'open') AND NOT EXISTS (
       SELECT FROM identity.classroom_member m
       WHERE m.classroom_id = c.id AND m.role = 'instructor' AND m.account_id <> $2)`,
    [ids, accountId],
  );
  return ids;
}
