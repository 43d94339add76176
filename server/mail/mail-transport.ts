import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { createTransport } from 'nodemailer';
import { CONFIG, type Config } from '../config';
import type { Mail } from './mail-document';

export interface Envelope {
  to: { name: string; address: string };
  messageId: string;
  requestId: string | null;
  mail: Mail;
}

/** The whole conversation about one mail must end well within the claim's lease. */
export const sendMs = 45_000;

/** The SMTP server of the configuration, over a few connections that stay open. */
@Injectable()
export class MailTransport implements OnApplicationShutdown {
  private readonly pool;
  private readonly from: string;

  constructor(@Inject(CONFIG) config: Config) {
    this.from = config.mailFrom;
    // No requeueing inside: a failed mail goes back to the job queue, which survives this process.
    this.pool = createTransport({
      url: config.smtpUrl,
      pool: true,
      maxConnections: 5,
      maxRequeues: 0,
      dnsTimeout: 10_000,
      connectionTimeout: 10_000,
      greetingTimeout: 10_000,
      socketTimeout: 20_000,
      disableFileAccess: true,
      disableUrlAccess: true,
    });
    // an idle connection that the server closed: the pool opens another
    this.pool.on('error', () => undefined);
  }

  /** @throws whatever kept the SMTP server from taking the mail. */
  async send({ to, messageId, requestId, mail }: Envelope): Promise<void> {
    await this.pool.sendMail({
      from: this.from,
      to,
      messageId,
      subject: mail.subject,
      text: mail.text,
      html: mail.html,
      signal: AbortSignal.timeout(sendMs),
      // RFC 3834: nobody's holiday notice shall answer a machine.
      headers: {
        'Auto-Submitted': 'auto-generated',
        'X-Auto-Response-Suppress': 'All',
        ...(requestId && { 'X-Request-Id': requestId }),
      },
    });
  }

  onApplicationShutdown() {
    this.pool.close();
  }
}
