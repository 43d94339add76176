import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { ClassroomRole } from '../../../contracts/teaching/classrooms';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { recordClassroomChanged } from '../model/classroom-changed';
import { classroomForMember, mayInClassroom } from '../model/membership';
import { mustHaveOtherInstructor } from './other-instructor';

/** Removes a member, or lets the caller leave. */
export class RemoveMember extends Command<void> {
  constructor(
    readonly classroomId: string,
    readonly member: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveMember)
export class RemoveMemberHandler implements ICommandHandler<RemoveMember> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Only staff may learn whether others are members, so a student gets the same answer for a member
   * and an unknown id.
   * @throws DomainError not_found, forbidden, last_instructor
   */
  async execute({ classroomId, member, caller }: RemoveMember): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const room = await classroomForMember(
          tx,
          'read',
          classroomId,
          caller.person.account_id,
          true,
        );
        if (member !== room.member_id && !mayInClassroom(room.role, 'manage'))
          throw new DomainError('forbidden');
        const [gone] = await tx.query<{ role: ClassroomRole }>(
          `DELETE FROM identity.classroom_member WHERE id = $1 AND classroom_id = $2 RETURNING role`,
          [member, room.id],
        );
        if (!gone) throw new DomainError('not_found');
        if (gone.role === 'instructor') await mustHaveOtherInstructor(tx, room.id, member);
        recordClassroomChanged(tx, room.id);
      },
      { requestId: caller.request_id },
    );
  }
}
