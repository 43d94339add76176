import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { DomainEvent } from '../../contracts/base/events';
import { CONFIG, type Config } from '../config';
import type { MailRequest } from '../platform/messaging/mail-source';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { Secrets } from '../platform/security/secrets';
import { leaseMs, MailClaims, type Claim } from './mail-claims';
import { MailTransport, sendMs } from './mail-transport';
import { isPermanentRefusal } from './smtp-answer.rule';

/** A request, with the event that caused it and the mail's template. */
export interface MailDelivery extends MailRequest {
  event: DomainEvent;
  template: string;
}

/**
 * Another worker holds the claim. Whether the mail went out is known when that worker has finished
 * or its lease has expired.
 */
export class BeingSent extends Error {}

const confirmEveryMs = 250;

/** Sends each mail once (docs/decisions/0015-mail-claims.md). */
@Injectable()
export class MailSender implements BeforeApplicationShutdown {
  private closing = false;

  constructor(
    private readonly claims: MailClaims,
    private readonly transport: MailTransport,
    private readonly secrets: Secrets,
    @Inject(CONFIG) private readonly config: Config,
    @Inject(LOG) private readonly log: Logger,
  ) {}

  /**
   * Returns when the mail is settled: sent or dropped, by this call or an earlier one.
   * @throws when it is not settled, so that the job runs again.
   */
  async deliver(delivery: MailDelivery): Promise<void> {
    const { event, template, accountId, recipient, about = event.id } = delivery;
    const key = [about, template, ...(recipient ? [recipient] : [])].join(':');
    const messageId = this.messageId(key);
    const claim = await this.claims.claim({ key, template, accountId, messageId });
    if (!claim) {
      if (await this.claims.isSettled(key)) return;
      throw new BeingSent('another worker has this mail in hand');
    }
    const outcome = await this.send(delivery, claim, messageId);
    this.log.info({ event_id: event.id, request_id: event.request_id, template, outcome }, 'mail');
  }

  private async send(
    { event, write }: MailDelivery,
    claim: Claim,
    messageId: string,
  ): Promise<'sent' | 'dropped' | 'refused'> {
    try {
      const addressed = await write();
      if (!addressed) {
        await this.claims.dropped(claim);
        return 'dropped';
      }
      // A process that was suspended may have lost its claim meanwhile.
      if (Date.now() - claim.at > leaseMs - 2 * sendMs) throw new BeingSent('held up for too long');
      await this.transport.send({ ...addressed, messageId, requestId: event.request_id });
    } catch (error) {
      if (isPermanentRefusal(error)) {
        await this.claims.dropped(claim);
        return 'refused';
      }
      await this.claims.release(claim).catch(() => undefined); // otherwise the lease expires
      throw withoutAddresses(error);
    }
    await this.confirm(claim);
    return 'sent';
  }

  /**
   * The mail is out. While PostgreSQL does not answer, this tries again, because a mail that is not
   * recorded as sent would be sent a second time.
   */
  private async confirm(claim: Claim): Promise<void> {
    for (;;) {
      try {
        return await this.claims.sent(claim);
      } catch (error) {
        if (this.closing) throw error;
        await wait(confirmEveryMs);
      }
    }
  }

  /** The same for every try (RFC 5322, 3.6.4), and keyed, so that it does not reveal the event. */
  private messageId(key: string): string {
    return `<${this.secrets.mac('message-id', key).toString('hex').slice(0, 40)}@${new URL(this.config.publicWebUrl).hostname}>`;
  }

  beforeApplicationShutdown() {
    this.closing = true;
  }
}

/**
 * The failure as the queue and the log may keep it, without the SMTP server's answer, which often
 * repeats the recipient's address.
 */
function withoutAddresses(error: unknown): Error {
  if (error instanceof BeingSent) return error;
  const { code, responseCode, command } = error as {
    code?: string;
    responseCode?: number;
    command?: string;
  };
  return new Error(
    ['mail not sent', code, command, responseCode].filter((part) => part !== undefined).join(' '),
  );
}
