import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';

export class DeleteWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(DeleteWebhook)
export class DeleteWebhookHandler implements ICommandHandler<DeleteWebhook> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly clock: Clock,
  ) {}

  /**
   * Deletes a webhook with its log and with waiting messages.
   * @throws DomainError not_found
   */
  async execute({ webhookId, accountId, requestId }: DeleteWebhook): Promise<void> {
    await this.unitOfWork.run(
      async (tx) => {
        const gone = await tx.query(
          `DELETE FROM identity.webhook WHERE id = $1 AND account_id = $2 RETURNING id`,
          [webhookId, accountId],
        );
        if (gone.length === 0) throw new DomainError('not_found');
        await tx.audit(
          'webhook-deleted',
          { actor: accountId, details: { webhook_id: webhookId } },
          this.clock.now(),
        );
      },
      { requestId },
    );
  }
}
