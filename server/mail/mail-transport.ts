import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { CONFIG, type Config } from '../config';
import { ConcurrencyLimit } from '../platform/concurrency/concurrency-limit';
import type { AddressedMail } from '../platform/messaging/mail-source';

export interface MailEnvelope extends AddressedMail {
  messageId: string;
  /**
   * For a notification, the address with which its recipient switches off this kind of mail;
   * undefined for other mails.
   */
  unsubscribe: string | undefined;
  requestId: string | null;
}

/**
 * How long the complete SMTP exchange about one mail may take, in milliseconds. It must be well
 * below the time for which a claim is valid.
 */
export const smtpTimeoutMs = 45_000;
const connections = 5;

/** Sends mails to the configured SMTP server, over a few connections that stay open. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly pool;
  private readonly from: string;
  private readonly turns = new ConcurrencyLimit(connections);

  constructor(@Inject(CONFIG) config: Config) {
    this.from = config.mailFrom;
    // The SMTP pool does not retry a failed mail: the job queue does, because it survives a crash
    // of this process.
    this.pool = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: connections,
      maxRequeues: 0,
      dnsTimeout: 10_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // The pool emits this error when the SMTP server closes an idle connection. It needs no action:
    // the pool opens another connection when it needs one.
    this.pool.on('error', () => undefined);
  }

  /**
   * Sends a mail.
   * @param before runs immediately before the SMTP exchange; if it throws, the mail is not sent
   * @param after records that the server has accepted the mail. A waiting mail is sent only after
   * that. So a crash leaves at most `connections` accepted mails without a record
   * @throws the error of the connection, or the refusal of the SMTP server
   */
  send(
    { to, messageId, requestId, content, attachment, unsubscribe }: MailEnvelope,
    before: () => Promise<void>,
    after: () => Promise<void>,
  ): Promise<void> {
    return this.turns.run(async () => {
      await before();
      await this.pool.sendMail({
        from: this.from,
        to,
        messageId,
        subject: content.subject,
        text: content.text,
        html: content.html,
        ...(attachment && { attachments: [attachment] }),
        signal: AbortSignal.timeout(smtpTimeoutMs),
        // Tells automatic responders not to answer (RFC 3834).
        headers: {
          'Auto-Submitted': 'auto-generated',
          'X-Auto-Response-Suppress': 'All',
          // The headers with which a recipient unsubscribes by one click (RFC 2369, 3.2; RFC 8058,
          // 3.1).
          ...(unsubscribe && {
            'List-Unsubscribe': { prepared: true, value: `<${unsubscribe}>` },
            'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
          }),
          ...(requestId && { 'X-Request-Id': requestId }),
        },
      });
      await after();
    });
  }

  onApplicationShutdown() {
    this.pool.close();
  }
}
