import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import type { DomainEvent } from '../../contracts/events';
import { CONFIG, type Config } from '../config';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { Secrets } from '../platform/security/secrets';
import { leaseMs, MailClaims, type Claim } from './mail-claims';
import { MailTransport, sendMs } from './mail-transport';
import type { Mail } from './mail-document';
import { isRefusedForGood } from './smtp-answer.rule';

export interface RenderedMail {
  to: { name: string; address: string };
  mail: Mail;
}
export interface MailRequest {
  event: DomainEvent;
  template: string;
  accountId: string | null;
  /** Where one event writes to several people: which of them. */
  recipient?: string;
  /** What the mail is about, where several events may ask for the same one. */
  about?: string;
  /** Reads the present state; null when the mail no longer applies. */
  write: () => Promise<RenderedMail | null>;
}

/**
 * Somebody else holds the claim; whether the mail went out is known when they are done, or when
 * their lease is over.
 */
export class BeingSent extends Error {}

const confirmEveryMs = 250;

/** Brings each mail out once (ARCHITECTURE, "Each mail has a key"). */
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
   * Returns when the mail is settled: sent or dropped, now or before.
   * @throws when it is not, so that the job comes again.
   */
  async deliver(errand: MailRequest): Promise<void> {
    const { event, template, accountId, recipient, about = event.id } = errand;
    const key = [about, template, ...(recipient ? [recipient] : [])].join(':');
    const messageId = this.messageId(key);
    const claim = await this.claims.claim({ key, template, accountId, messageId });
    if (!claim) {
      if (await this.claims.isSettled(key)) return;
      throw new BeingSent('another worker has this mail in hand');
    }
    const outcome = await this.send(errand, claim, messageId);
    this.log.info({ event_id: event.id, request_id: event.request_id, template, outcome }, 'mail');
  }

  private async send(
    { event, write }: MailRequest,
    claim: Claim,
    messageId: string,
  ): Promise<'sent' | 'dropped' | 'refused'> {
    try {
      const letter = await write();
      if (!letter) {
        await this.claims.dropped(claim);
        return 'dropped';
      }
      // A process that was held up may have lost its claim meanwhile.
      if (Date.now() - claim.at > leaseMs - 2 * sendMs) throw new BeingSent('held up for too long');
      await this.transport.send({ ...letter, messageId, requestId: event.request_id });
    } catch (error) {
      if (isRefusedForGood(error)) {
        await this.claims.dropped(claim);
        return 'refused';
      }
      await this.claims.release(claim).catch(() => undefined); // else the lease ends it
      throw withoutAddresses(error);
    }
    await this.confirm(claim);
    return 'sent';
  }

  /**
   * The mail is out: with PostgreSQL away just now, keep at it rather than let the mail be sent
   * again.
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

  /** The same for every try, and telling nobody which event it was (RFC 5322, 3.6.4). */
  private messageId(key: string): string {
    return `<${this.secrets.mac('message-id', key).toString('hex').slice(0, 40)}@${new URL(this.config.publicWebUrl).hostname}>`;
  }

  beforeApplicationShutdown() {
    this.closing = true;
  }
}

/**
 * What the queue and the log may know of a failure: an SMTP server's answer often repeats the
 * address.
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
