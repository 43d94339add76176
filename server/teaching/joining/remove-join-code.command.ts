import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { recordClassroomChanged } from '../model/classroom-changed';
import { classroomForMember } from '../model/membership';

export class RemoveJoinCode extends Command<void> {
  constructor(
    readonly classroomId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveJoinCode)
export class RemoveJoinCodeHandler implements ICommandHandler<RemoveJoinCode> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Does nothing where there is no code. @throws DomainError not_found, forbidden */
  async execute({ classroomId, caller: { person, request_id } }: RemoveJoinCode): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const room = await classroomForMember(tx, 'manage', classroomId, person.account_id, true);
        await tx.query(
          `UPDATE identity.classroom
           SET join_code = NULL, join_uses_left = NULL, join_expires_at = NULL, join_domain = NULL WHERE id = $1`,
          [room.id],
        );
        recordClassroomChanged(tx, room.id);
      },
      { requestId: request_id },
    );
  }
}
