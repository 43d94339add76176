import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedMessage {
  id: string;
  body: string;
  type: string;
  data: Record<string, unknown>;
  headers: IncomingMessage['headers'];
}
type Answer = (response: ServerResponse, request: ReceivedMessage) => void;

export const answerNoContent: Answer = (response) => response.writeHead(204).end();
export const answerWithStatus =
  (code: number, text = '', headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(code, headers).end(text);
/** Reads and never answers. */
export const neverAnswer: Answer = () => undefined;

/** A researcher's server. It stores the messages that it receives, and responds with `answer`. */
export class WebhookReceiver {
  readonly received: ReceivedMessage[] = [];
  answer: Answer = answerNoContent;
  private server: Server | undefined;

  async start(): Promise<this> {
    this.server = createServer((request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const body = Buffer.concat(parts).toString();
        const { type, data } = JSON.parse(body) as Pick<ReceivedMessage, 'type' | 'data'>;
        const got = {
          id: String(request.headers['webhook-id']),
          body,
          type,
          data,
          headers: request.headers,
        };
        this.received.push(got);
        this.answer(response, got);
      });
    });
    await new Promise<void>((resolve) => this.server?.listen(0, '127.0.0.1', resolve));
    return this;
  }
  get port(): number {
    return (this.server?.address() as AddressInfo | undefined)?.port ?? 0;
  }
  get url(): string {
    return `http://127.0.0.1:${this.port}/hook`;
  }
  stop(): Promise<void> {
    this.server?.closeAllConnections();
    return new Promise((resolve) => this.server?.close(() => resolve()));
  }
}

/** Verifies a signature as a receiver does, from the specification and not from our code. */
export function isSignedWith(secret: string, { body, headers }: ReceivedMessage): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`;
  const expected = createHmac('sha256', key).update(signed).digest('base64');
  return String(headers['webhook-signature']).split(' ').includes(`v1,${expected}`);
}
