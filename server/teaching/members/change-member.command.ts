import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClassroomRole } from '../../../contracts/teaching/classrooms';
import { lockAccountRow } from '../../access/accounts/accounts.store';
import type { Caller } from '../../access/caller';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { recordClassroomChanged } from '../model/classroom-changed';
import { classroomForMember } from '../model/membership';
import { mustHaveOtherInstructor } from './other-instructor';

/** Gives a member another role. */
export class ChangeMember extends Command<void> {
  constructor(
    readonly classroomId: string,
    readonly member: string,
    readonly role: ClassroomRole,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(ChangeMember)
export class ChangeMemberHandler implements ICommandHandler<ChangeMember> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** @throws DomainError not_found, forbidden, classroom_closed, last_instructor, researcher_not_approved */
  async execute({ classroomId, member, role, caller }: ChangeMember): Promise<void> {
    const { account_id } = caller.person;
    await this.unitOfWork.run(
      async (tx) => {
        await classroomForMember(tx, 'manage', classroomId, account_id);
        const { account_id: of } = await memberOf(tx, classroomId, member);
        // The account is locked before the classroom, as in all code that locks both, so that two
        // transactions cannot deadlock.
        const isApproved =
          role !== 'instructor' ||
          (await lockAccountRow(tx, of, 'share'))?.researcher_privilege === true;
        const room = await classroomForMember(tx, 'manage', classroomId, account_id, true);
        const before = await memberOf(tx, room.id, member);
        if (before.role === role) return;
        if (room.state === 'archived') throw new DomainError('classroom_closed');
        if (!isApproved) throw new DomainError('researcher_not_approved');
        if (before.role === 'instructor') await mustHaveOtherInstructor(tx, room.id, member);
        await tx.query(`UPDATE identity.classroom_member SET role = $2 WHERE id = $1`, [
          member,
          role,
        ]);
        recordClassroomChanged(tx, room.id);
      },
      { requestId: caller.request_id },
    );
  }
}

/** @throws DomainError not_found */
async function memberOf(tx: Transaction, classroomId: string, member: string) {
  const [found] = await tx.query<{ account_id: string; role: ClassroomRole }>(
    `SELECT account_id, role FROM identity.classroom_member WHERE id = $1 AND classroom_id = $2`,
    [member, classroomId],
  );
  if (!found) throw new DomainError('not_found');
  return found;
}
