import { Injectable } from '@nestjs/common';
import type { ScheduledJob } from '../../platform/messaging/consumer';
import { WebhookDeliveryQueues } from './lanes';
import { isAnyMessageDueSql, WebhookMessages } from './messages.store';

/**
 * Starts the delivery of messages whose next attempt is due, also if a process died during an
 * earlier attempt.
 */
@Injectable()
export class DeliverWebhooksJob implements ScheduledJob {
  readonly name = 'deliver-webhooks';
  readonly everyMs = 1_000;
  readonly isDue = isAnyMessageDueSql;
  constructor(
    private readonly messages: WebhookMessages,
    private readonly lanes: WebhookDeliveryQueues,
  ) {}

  /**
   * Starts the deliveries without waiting for their end, since a slow receiver must not delay the
   * next run.
   */
  async run(): Promise<number> {
    const due = await this.messages.due();
    this.lanes.wake(due);
    return due.length;
  }
}
