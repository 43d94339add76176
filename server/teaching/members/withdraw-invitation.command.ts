import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { recordClassroomChanged } from '../model/classroom-changed';
import { classroomForMember } from '../model/membership';

export class WithdrawMemberInvitation extends Command<void> {
  constructor(
    readonly classroomId: string,
    readonly invitationId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(WithdrawMemberInvitation)
export class WithdrawMemberInvitationHandler implements ICommandHandler<WithdrawMemberInvitation> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @throws DomainError not_found, also where the invited person has joined meanwhile; forbidden
   */
  async execute({ classroomId, invitationId, caller }: WithdrawMemberInvitation): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const { account_id } = caller.person;
        const room = await classroomForMember(tx, 'manage', classroomId, account_id, true);
        const gone = await tx.query(
          `DELETE FROM identity.classroom_invitation WHERE id = $1 AND classroom_id = $2 RETURNING id`,
          [invitationId, room.id],
        );
        if (gone.length === 0) throw new DomainError('not_found');
        recordClassroomChanged(tx, room.id);
      },
      { requestId: caller.request_id },
    );
  }
}
