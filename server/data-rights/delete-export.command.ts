import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { DomainError } from '../platform/errors';
import { UnitOfWork } from '../platform/unit-of-work';

export class DeleteExport extends Command<void> {
  constructor(readonly exportId: string, readonly accountId: string, readonly requestId: string) {
    super();
  }
}

@CommandHandler(DeleteExport)
export class DeleteExportHandler implements ICommandHandler<DeleteExport> {
  constructor(private readonly work: UnitOfWork) {}

  /** In whatever state: a worker that is still at it finds nothing left to finish. @throws DomainError not_found */
  async execute({ exportId, accountId, requestId }: DeleteExport): Promise<void> {
    const gone = await this.work.run((tx) => tx.query(`DELETE FROM identity.export WHERE id = $1 AND account_id = $2 RETURNING id`, [exportId, accountId]), { requestId });
    if (gone.length === 0) throw new DomainError('not_found');
  }
}
