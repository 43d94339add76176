import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Clock } from '../../platform/concurrency/clock';
import { Slots } from '../../platform/concurrency/slots';
import type { Logger } from '../../platform/observability/log';
import { LOG } from '../../platform/platform.module';
import { Secrets } from '../../platform/security/secrets';
import { Destinations } from './destinations';
import { guardedAgent } from './guarded-agent';
import { WebhookMessages, type Claimed } from './messages.store';
import { post } from './post';
import { signedHeaders } from './signature';

/** Messages that a lane takes at a time, and how many of them it sends at once. */
const claimed = 32;
const atOnce = 16;
const connectMs = 5_000;

/** The header `webhook-id`: by it a receiver knows what it has seen. */
export const webhookIdOf = (messageId: string): string => `msg_${messageId.replaceAll('-', '')}`;

/**
 * Delivers what is due. Each webhook has a lane of its own in each process, with its own bound, so
 * that a slow or dead receiver holds up no messages of others; one that fails is tried by one
 * message at a time. What a lane has not recorded when its process dies is due again a minute later.
 */
@Injectable()
export class WebhookLanes implements OnApplicationShutdown {
  private readonly lanes = new Map<string, { again: boolean; run: Promise<void> }>();
  private readonly stopping = new AbortController();
  private readonly agent: ReturnType<typeof guardedAgent>;

  constructor(
    private readonly messages: WebhookMessages,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
    destinations: Destinations,
    @Inject(LOG) private readonly log: Logger,
  ) {
    this.agent = guardedAgent(destinations, connectMs);
  }

  /** Begins to deliver what is due to these webhooks, if it is not under way. */
  wake(webhookIds: readonly string[]): void {
    for (const id of new Set(webhookIds)) {
      const lane = this.lanes.get(id);
      if (lane) lane.again = true;
      else if (!this.stopping.signal.aborted) this.begin(id);
    }
  }

  /** All lanes that are under way, for tests and for the end of the process. */
  async rest(): Promise<void> {
    while (this.lanes.size > 0) await Promise.all([...this.lanes.values()].map(({ run }) => run));
  }

  async onApplicationShutdown(): Promise<void> {
    this.stopping.abort();
    await this.rest();
    await this.agent.destroy();
  }

  private begin(id: string): void {
    const lane = { again: true, run: Promise.resolve() };
    this.lanes.set(id, lane);
    lane.run = this.drain(id, lane)
      // The database is away: the job wakes the lane again, and the claims end by themselves.
      .catch(() => undefined)
      .finally(() => this.lanes.delete(id));
  }

  private async drain(id: string, lane: { again: boolean }): Promise<void> {
    const slots = new Slots(atOnce);
    while (lane.again && !this.stopping.signal.aborted) {
      lane.again = false;
      const some = await this.messages.claim(id, claimed);
      const ends = await Promise.allSettled(
        some.map((message) => slots.run(() => this.deliver(message))),
      );
      const failed = ends.find((end) => end.status === 'rejected');
      if (failed) throw failed.reason;
      if (some.length > 0) lane.again = true;
    }
  }

  private async deliver(message: Claimed): Promise<void> {
    const now = this.clock.now();
    if (now >= message.until) return; // another process may have it by now
    const outcome = this.stopping.signal.aborted ? null : await this.send(message, now);
    const problem = outcome?.problem;
    if (problem === 'address_refused' || problem === 'port_refused')
      this.log.warn(
        { webhook: message.webhook_id, problem },
        'a webhook leads to where none may (WEBHOOK_ALLOW)',
      );
    await (outcome ? this.messages.record(message, outcome) : this.messages.release(message));
  }

  private send({ id, webhook_id, url, body, secret, former_secret }: Claimed, now: Date) {
    const secrets = [this.secrets.open('webhook-secret', webhook_id, secret)];
    if (former_secret)
      secrets.push(this.secrets.open('webhook-former-secret', webhook_id, former_secret));
    const headers = signedHeaders(webhookIdOf(id), body, secrets, now);
    return post(this.agent, url, headers, body, this.stopping.signal);
  }
}
