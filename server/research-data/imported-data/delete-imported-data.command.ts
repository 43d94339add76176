import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork } from '../../platform/db/unit-of-work';
import { lockStudyShared } from '../../studies/locked-study';
import { deleteImportedData } from './imported-data';

/** Deletes imported data. The caller must ask `StudyGate` for permission before. */
export class DeleteImportedData extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

@CommandHandler(DeleteImportedData)
export class DeleteImportedDataHandler implements ICommandHandler<DeleteImportedData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Idempotent: if there are no imported data, it does nothing.
   * @throws DomainError not_found, forbidden
   */
  execute({ studyId, caller }: DeleteImportedData): Promise<void> {
    const actor = caller.person.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        await lockStudyShared(tx, 'run', studyId, actor);
        if (!(await deleteImportedData(tx, studyId))) return;
        const details = { study_id: studyId };
        await tx.audit('imported-data-deleted', { actor, details }, this.clock.now());
      },
      { requestId: caller.request_id },
    );
  }
}
