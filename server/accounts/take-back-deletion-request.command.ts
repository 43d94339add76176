import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { endDeletionRequest } from './deletion-requests.store';

export class TakeBackDeletionRequest extends Command<void> {
  constructor(
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(TakeBackDeletionRequest)
export class TakeBackDeletionRequestHandler implements ICommandHandler<TakeBackDeletionRequest> {
  constructor(private readonly unitOfWork: UnitOfWork) {}

  /** Deletes the request. Mails about it that are still waiting are not sent any more. */
  async execute({ accountId, requestId }: TakeBackDeletionRequest): Promise<void> {
    await this.unitOfWork.run((tx) => endDeletionRequest(tx, accountId), { requestId });
  }
}
