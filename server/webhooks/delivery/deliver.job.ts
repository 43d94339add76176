import { Injectable } from '@nestjs/common';
import type { Job } from '../../platform/messaging/consumer';
import { WebhookLanes } from './lanes';
import { isAnyMessageDue, WebhookMessages } from './messages.store';

/**
 * Starts the delivery of messages whose next attempt is due, also if a process died during an
 * earlier attempt.
 */
@Injectable()
export class DeliverWebhooksJob implements Job {
  readonly name = 'deliver-webhooks';
  readonly everyMs = 1_000;
  readonly isDue = isAnyMessageDue;
  constructor(
    private readonly messages: WebhookMessages,
    private readonly lanes: WebhookLanes,
  ) {}

  /** Starts the deliveries without waiting for their end: a slow receiver must not delay the next run. */
  async run(): Promise<number> {
    const due = await this.messages.due();
    this.lanes.wake(due);
    return due.length;
  }
}
