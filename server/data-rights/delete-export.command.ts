import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../platform/errors/errors';
import { UnitOfWork } from '../platform/db/unit-of-work';

export class DeleteExport extends Command<void> {
  constructor(
    readonly exportId: string,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteExport)
export class DeleteExportHandler implements ICommandHandler<DeleteExport> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /**
   * Deletes an export in any state. A worker that is still building it stops, because the row is
   * gone. Deleting an expired export deletes the rows of all expired exports of the account.
   * @throws DomainError not_found
   */
  async execute({ exportId, accountId, requestId }: DeleteExport): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const [gone] = await tx.query<{ state: string }>(
          `DELETE FROM identity.export WHERE id = $1 AND account_id = $2 RETURNING state`,
          [exportId, accountId],
        );
        if (!gone) throw new DomainError('not_found');
        if (gone.state === 'expired')
          await tx.query(
            `DELETE FROM identity.export WHERE account_id = $1 AND state = 'expired'`,
            [accountId],
          );
      },
      { requestId },
    );
  }
}
