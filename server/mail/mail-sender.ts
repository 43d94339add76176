import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type BeforeApplicationShutdown } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DomainEvent } from '../../contracts/base/events';
import { CONFIG, type Config } from '../config';
import type { MailRequest } from '../platform/messaging/mail-source';
import type { Logger } from '../platform/observability/log';
import { LOG } from '../platform/platform.module';
import { Secrets } from '../platform/security/secrets';
import { MailTransport, sendMs } from './mail-transport';
import { isPermanentRefusal } from './smtp-answer.rule';

interface Claim {
  key: string;
  since: string;
  at: number;
}
interface Claimed {
  key: string;
  template: string;
  /** Null for a mail about a participation (see MailRequest). */
  accountId: string | null;
  /** Null where it is not stored. */
  messageId: string | null;
}

/**
 * Longer than the holder of a claim can take. The holder of a younger claim is at work; the holder
 * of an older one has crashed.
 */
const leaseMs = 120_000;

/** Which worker sends which mail (platform.mail): claimed, then sent or dropped. */
@Injectable()
export class MailClaims {
  constructor(private readonly source: DataSource) {}

  /** @returns undefined when the mail is sent, dropped, or claimed by another worker. */
  async claim({ key, template, accountId, messageId }: Claimed): Promise<Claim | undefined> {
    const at = Date.now();
    const [row]: { since: string }[] = await this.source.query(
      `INSERT INTO platform.mail AS m (key, template, account_id, message_id, state) VALUES ($1, $2, $3, $4, 'claimed')
       ON CONFLICT (key) DO UPDATE SET claimed_at = clock_timestamp()
       WHERE m.state = 'claimed' AND m.claimed_at < clock_timestamp() - $5 * interval '1 millisecond'
       RETURNING claimed_at::text AS since`,
      [key, template, accountId, messageId, leaseMs],
    );
    return row && { key, since: row.since, at };
  }

  async isSettled(key: string): Promise<boolean> {
    const rows: unknown[] = await this.source.query(
      `SELECT 1 FROM platform.mail WHERE key = $1 AND state <> 'claimed'`,
      [key],
    );
    return rows.length > 0;
  }

  /** Also when another worker has taken the claim over meanwhile: the mail is out. */
  async sent({ key }: Claim): Promise<void> {
    await this.source.query(
      `UPDATE platform.mail SET state = 'sent', sent_at = now() WHERE key = $1`,
      [key],
    );
  }

  async dropped({ key, since }: Claim): Promise<void> {
    await this.source.query(
      `UPDATE platform.mail SET state = 'dropped' WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [key, since],
    );
  }

  /** After a failure, so that the next try need not wait for the lease to expire. */
  async release({ key, since }: Claim): Promise<void> {
    await this.source.query(
      `DELETE FROM platform.mail WHERE key = $1 AND state = 'claimed' AND claimed_at = $2::timestamptz`,
      [key, since],
    );
  }
}

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
    const plain = [about, template, ...(recipient ? [recipient] : [])].join(':');
    const messageId = this.messageId(plain);
    // Of a mail about a participation, the row must lead neither to the event, whose id tells its
    // millisecond, nor to the mail that a mail server has in its log.
    const [key, kept] =
      accountId === null
        ? [this.secrets.mac('mail-key', plain).toString('base64url'), null]
        : [plain, messageId];
    const claim = await this.claims.claim({ key, template, accountId, messageId: kept });
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
