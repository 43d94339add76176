import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { Caller } from '../../access/caller';
import { Clock } from '../../platform/concurrency/clock';
import { UnitOfWork, type Transaction } from '../../platform/db/unit-of-work';
import { DomainError } from '../../platform/errors/errors';
import { lockStudyShared } from '../../studies/locked-study';

/** Deletes a file of external data. The caller must ask `StudyGate` for permission before. */
export class DeleteExternalData extends Command<void> {
  constructor(
    readonly studyId: string,
    readonly fileId: string,
    readonly caller: Caller,
  ) {
    super();
  }
}

/**
 * Deletes a file of external data with its rows. The same statement marks the exports that contain
 * the rows as outdated.
 * @returns the storage that the file used; undefined where there was no such file
 */
export async function deleteExternalDataFile(
  tx: Transaction,
  studyId: string,
  fileId: string,
): Promise<{ bytes: string } | undefined> {
  const [gone] = await tx.query<{ bytes: string }>(
    `DELETE FROM research.outside_file WHERE study_id = $1 AND id = $2 RETURNING bytes`,
    [studyId, fileId],
  );
  return gone;
}

@CommandHandler(DeleteExternalData)
export class DeleteExternalDataHandler implements ICommandHandler<DeleteExternalData> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, forbidden */
  execute({ studyId, fileId, caller }: DeleteExternalData): Promise<void> {
    const actor = caller.person.account_id;
    return this.unitOfWork.run(
      async (tx) => {
        await lockStudyShared(tx, 'run', studyId, actor);
        if (!(await deleteExternalDataFile(tx, studyId, fileId)))
          throw new DomainError('not_found');
        const details = { study_id: studyId, file_id: fileId };
        await tx.audit('outside-data-deleted', { actor, details }, this.clock.now());
      },
      { requestId: caller.request_id },
    );
  }
}
