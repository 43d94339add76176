import type { AddressInfo } from 'node:net';
import { simpleParser, type ParsedMail } from 'mailparser';
import { SMTPServer } from 'smtp-server';

export interface ReceivedMail {
  to: string[];
  parsed: ParsedMail;
  text: string;
  html: string;
  subject: string;
}

/**
 * A real SMTP server that stores the mails it receives. It can be stopped and started again on the
 * same port.
 */
export class Inbox {
  readonly received: ReceivedMail[] = [];
  /** Throws to refuse a recipient. */
  onRecipient: (address: string) => void = () => undefined;
  /** Runs before the server accepts a mail. */
  onMail: () => Promise<void> = () => Promise.resolve();
  private server: SMTPServer | undefined;
  private port = 0;

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  async start(): Promise<void> {
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ['AUTH', 'STARTTLS'],
      disableReverseLookup: true,
      logger: false,
      closeTimeout: 200,
      onRcptTo: ({ address }, _session, done) => {
        try {
          this.onRecipient(address);
          done();
        } catch (error) {
          done(error as Error);
        }
      },
      onData: (stream, session, done) => {
        this.take(
          stream,
          session.envelope.rcptTo.map(({ address }) => address),
        ).then(() => done(), done);
      },
    });
    server.on('error', () => undefined);
    await new Promise<void>((resolve) => server.listen(this.port, '127.0.0.1', resolve));
    this.port = (server.server.address() as AddressInfo).port;
    this.server = server;
  }

  async stop(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    await new Promise<void>((resolve) => (server ? server.close(resolve) : resolve()));
  }

  /** The mails sent to one address. */
  to(address: string): ReceivedMail[] {
    return this.received.filter((m) => m.to.includes(address));
  }

  private async take(stream: NodeJS.ReadableStream, to: string[]): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of stream) chunks.push(Buffer.from(chunk));
    const parsed = await simpleParser(Buffer.concat(chunks));
    await this.onMail();
    this.received.push({
      to,
      parsed,
      text: parsed.text ?? '',
      html: parsed.html || '',
      subject: parsed.subject ?? '',
    });
  }
}
