import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { mustHaveAlternativeAssignment } from '../model/alternatives';
import { announceAssignmentChange } from './announce-change';
import { mustHaveNoSubmissions } from './has-submissions';
import { lockManagedAssignment } from './managed-assignment';

export class RemoveAssignment extends Command<void> {
  constructor(
    readonly id: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(RemoveAssignment)
export class RemoveAssignmentHandler implements ICommandHandler<RemoveAssignment> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * @throws DomainError not_found, forbidden, second_factor_missing; illegal_transition if there is
   * a submission; alternative_missing for the last alternative of an open course that asks for
   * credits
   */
  execute({ id, caller }: RemoveAssignment): Promise<void> {
    return this.unitOfWork.run(
      async (tx) => {
        const { assignment, place } = await lockManagedAssignment(tx, id, caller.person);
        await mustHaveNoSubmissions(tx, id);
        await tx.query(`DELETE FROM identity.assignment WHERE id = $1`, [id]);
        if (assignment.kind === 'alternative' && place.course !== null)
          await mustHaveAlternativeAssignment(tx, place.course);
        await announceAssignmentChange(tx, place);
      },
      { requestId: caller.request_id },
    );
  }
}
