import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { KeyedBatcher } from '../../platform/concurrency/keyed-batcher';
import { Clock } from '../../platform/concurrency/clock';
import { ConcurrencyLimit } from '../../platform/concurrency/concurrency-limit';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import { Secrets } from '../../platform/security/secrets';
import { WebhookDestinations } from './destinations';
import { guardedAgent } from './guarded-agent';
import { WebhookMessages, type ClaimedWebhookMessage } from './messages.store';
import { postWebhookMessage } from './post';
import { signedHeaders } from './signature';

/**
 * `claimed`: how many messages of a webhook are taken from the database together; `atOnce`: how
 * many of them are sent at the same time.
 */
const claimed = 32;
const atOnce = 16;
const connectMs = 5_000;

/**
 * Returns the value of the header `webhook-id`, by which a receiver recognises messages that it has
 * received before.
 */
export const webhookIdOf = (messageId: string): string => `msg_${messageId.replaceAll('-', '')}`;

/**
 * Delivers due messages. In each process, every webhook has a separate queue with its own limit, so
 * that a slow or dead receiver does not delay messages to others. A failing webhook gets only one
 * message at a time. Messages whose result was not recorded when the process died are due again a
 * minute later.
 */
@Injectable()
export class WebhookDeliveryQueues implements OnApplicationShutdown {
  private readonly batcher = new KeyedBatcher<string>({ atOnce: Infinity });
  private readonly webhooks = this.batcher.queue<string, void>({ key: (id) => id, max: 1 });
  private readonly stopping = new AbortController();
  private readonly agent: ReturnType<typeof guardedAgent>;

  constructor(
    private readonly messages: WebhookMessages,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    destinations: WebhookDestinations,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.agent = guardedAgent(destinations, connectMs);
  }

  /**
   * Starts delivering the due messages of these webhooks. If a delivery to a webhook is running
   * already, another one follows it.
   */
  wake(webhookIds: readonly string[]): void {
    for (const id of new Set(webhookIds))
      if (this.webhooks.countOf(id) === 0 && !this.stopping.signal.aborted)
        // This fails only if the database is unavailable. Then the job starts the delivery again
        // later. Other processes may deliver the messages that this process has claimed, once its
        // claims expire.
        void this.webhooks.load(id, async () => [await this.drain(id)]).catch(() => undefined);
  }

  /** Waits until all running deliveries have ended. */
  idle(): Promise<void> {
    return this.batcher.idle();
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.batcher.close();
    await this.agent.destroy();
  }

  /** Sends until no message to the webhook is due. */
  private async drain(id: string): Promise<void> {
    const slots = new ConcurrencyLimit(atOnce);
    while (!this.stopping.signal.aborted) {
      const some = await this.messages.claim(id, claimed);
      if (some.length === 0) return;
      const ends = await Promise.allSettled(
        some.map((message) => slots.run(() => this.deliver(message))),
      );
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
    }
  }

  private async deliver(message: ClaimedWebhookMessage): Promise<void> {
    const now = this.clock.now();
    if (now >= message.until) return; // another process may have taken over the message by now
    const outcome = this.stopping.signal.aborted ? null : await this.send(message, now);
    const problem = outcome?.problem;
    if (problem === 'address_refused' || problem === 'port_refused')
      this.log.warn(
        { webhook: message.webhook_id, problem },
        'a webhook leads to where none may (WEBHOOK_ALLOW)',
      );
    await (outcome ? this.messages.record(message, outcome) : this.messages.release(message));
  }

  private send(
    { id, webhook_id, url, body, secret, former_secret }: ClaimedWebhookMessage,
    now: Date,
  ) {
    const secrets = [this.secrets.open('webhook-secret', webhook_id, secret)];
    if (former_secret)
      secrets.push(this.secrets.open('webhook-former-secret', webhook_id, former_secret));
    const headers = signedHeaders(webhookIdOf(id), body, secrets, now);
    return postWebhookMessage(this.agent, url, headers, body, this.stopping.signal);
  }
}
