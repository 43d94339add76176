import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { Clock, addMilliseconds } from '../platform/concurrency/clock';
import { timeOrderedId } from '../platform/db/ids';
import { UnitOfWork, type Transaction } from '../platform/db/unit-of-work';
import { DomainError } from '../platform/errors/errors';
import { RateLimit } from '../platform/security/rate-limit';
import { mayOnStudySql } from '../studies/study.policy';
import { retryPeriodMs } from './delivery/retry';
import { webhooksRateLimits } from './webhooks.rate-limits';
import { webhookBodyOf } from './write-messages';

/** Sends a test message or, if `messageId` is given, sends that earlier message again. */
export class RequestWebhookDelivery extends Command<void> {
  constructor(
    readonly webhookId: string,
    readonly messageId: string | null,
    readonly accountId: string,
    readonly requestId: string,
  ) {
    super();
  }
}

@CommandHandler(RequestWebhookDelivery)
export class RequestWebhookDeliveryHandler implements ICommandHandler<RequestWebhookDelivery> {
  constructor(
    private readonly unitOfWork: UnitOfWork,
    private readonly limit: RateLimit,
    private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, too_many_requests */
  async execute({
    webhookId,
    messageId,
    accountId,
    requestId,
  }: RequestWebhookDelivery): Promise<void> {
    await this.limit.consume(webhooksRateLimits.deliveryAsked, accountId);
    await this.unitOfWork.run(
      async (tx) => {
        const own = await tx.query(
          `SELECT 1 FROM identity.webhook WHERE id = $1 AND account_id = $2 FOR KEY SHARE`,
          [webhookId, accountId],
        );
        if (own.length === 0) throw new DomainError('not_found');
        await (messageId === null
          ? this.test(tx, webhookId)
          : this.again(tx, webhookId, messageId, accountId));
        tx.record('webhooks.delivery-asked', { webhook_id: webhookId, account_id: accountId });
      },
      { requestId },
    );
  }

  /**
   * Queues a test message, also for a paused or disabled webhook. It is not retried, since the
   * researcher who requested it sees a failure in the log at once.
   */
  private test(tx: Transaction, webhookId: string) {
    const now = this.clock.now();
    return tx.query(
      `INSERT INTO identity.webhook_message (id, webhook_id, kind, body, due_at, try_until, created_at)
       VALUES ($1, $2, 'webhook.test', $3, $4, $4, $4)`,
      [timeOrderedId(), webhookId, webhookBodyOf('webhook.test', now.toISOString(), {}), now],
    );
  }

  /**
   * Queues an earlier message again, under the same `webhook-id`; it is retried for a day from now
   * on. If an attempt is in progress, this attempt counts as the redelivery. No second attempt
   * starts beside it.
   */
  private async again(tx: Transaction, webhookId: string, id: string, accountId: string) {
    const now = this.clock.now();
    const known = await tx.query(
      `UPDATE identity.webhook_message m SET state = 'waiting', try_until = $4,
         tries = CASE WHEN m.state = 'waiting' THEN m.tries ELSE 0 END,
         due_at = CASE WHEN m.state = 'waiting' THEN m.due_at ELSE $3 END
       WHERE m.id = $1 AND m.webhook_id = $2
         AND (m.study_id IS NULL OR EXISTS (SELECT 1 FROM research.study_profile st
           WHERE st.id = m.study_id AND ${mayOnStudySql('read', 'st', '$5')})) RETURNING m.id`,
      [id, webhookId, now, addMilliseconds(now, retryPeriodMs), accountId],
    );
    if (known.length === 0) throw new DomainError('not_found');
  }
}
