import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import type { EndpointInput } from '../../contracts/base/endpoint';
import type { changeWebhook } from '../../contracts/webhooks/webhooks';
import { Clock } from '../platform/concurrency/clock';
import { UnitOfWork } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { WebhookDestinations } from './delivery/destinations';
import { checkWebhookUrl } from './valid-url';

export class ChangeWebhook extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly accountId: string,
    readonly body: EndpointInput<typeof changeWebhook>['body'],
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(ChangeWebhook)
export class ChangeWebhookHandler implements ICommandHandler<ChangeWebhook> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly destinations: WebhookDestinations,
    private readonly clock: Clock,
  ) {}

  /**
   * Changes a webhook. If it is resumed after it was disabled, its earlier failures no longer count
   * (`failing_since` becomes null). A message that is being sent still goes to the former address.
   * @throws DomainError validation_failed, not_found
   */
  async execute({ webhookId, accountId, body, requestId }: ChangeWebhook): Promise<void> {
    if (body.url !== undefined) checkWebhookUrl(body.url, this.destinations);
    await this.unitOfWork.run(
      async (tx) => {
        const changed = await tx.query(
          `UPDATE identity.webhook SET url = coalesce($3, url), kinds = coalesce($4, kinds),
             state = coalesce($5, state),
             failing_since = CASE WHEN $5 = 'active' AND state <> 'active' THEN NULL ELSE failing_since END
           WHERE id = $1 AND account_id = $2 RETURNING id`,
          [
            webhookId,
            accountId,
            body.url ?? null,
            body.kinds ? [...new Set(body.kinds)] : null,
            body.state ?? null,
          ],
        );
        if (changed.length === 0) throw new DomainError('not_found');
        if (body.url !== undefined)
          await tx.audit(
            'webhook-changed',
            { actor: accountId, details: { webhook_id: webhookId } },
            this.clock.now(),
          );
        if (body.state === 'active')
          tx.record('webhooks.delivery-asked', { webhook_id: webhookId, account_id: accountId });
      },
      { requestId },
    );
  }
}
