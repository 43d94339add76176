import { createHash } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import { appendFileSync, mkdirSync, rmSync } from 'node:fs';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { dirname, join, relative, resolve } from 'node:path';
import { FastifyAdapter } from '@nestjs/platform-fastify';
import { unpacked } from './files/unpacked';

/**
 * With RECORD_WIRE=<folder>, every exchange over HTTP goes there, a line of JSON each, in one file
 * for each test file, so that two workers of jest never write to the same one.
 * scripts/wire-diff.mjs compares two such folders.
 *
 * It listens to Node's server instead of Fastify's hooks: those see neither a preflight, which CORS
 * answers before them, nor what Node's parser refuses, nor the headers that Node adds. It does not
 * see programs that a test runs as processes of their own (app/programs.ts), the WebSockets of
 * the live updates, mails, or the exchanges with the providers and registries that a test plays.
 */
const root = resolve(__dirname, '../..');
const folder = resolve(root, process.env.RECORD_WIRE ?? '.cache/wire');

/** Above it only the length and a hash are kept. */
const keptBytes = 1_000_000;

const requestHeaders = [
  'accept',
  'accept-language',
  'access-control-request-method',
  'content-type',
  'idempotency-key',
  'if-none-match',
  'origin',
  'range',
  'user-agent',
  'x-country',
  'x-forwarded-for',
];

export interface RecordedBody {
  text?: string;
  base64?: string;
  /** The length of a body that is too long to keep. */
  bytes?: number;
  sha256?: string;
}
export interface RecordedExchange {
  file: string;
  /** The names of the describes and of the test; "setup" for requests outside of the tests. */
  test: string;
  method: string;
  url: string;
  headers: Record<string, string>;
  body?: RecordedBody;
  /** 0: the connection ended before an answer. */
  status: number;
  answerHeaders: Record<string, string[]>;
  answerBody?: RecordedBody;
  /** `request`, `answer`: it did not get to its end. */
  cut?: string[];
}

// Jest keeps the name of the last test while afterAll and a later beforeAll run, so that the name
// alone does not say whether a test runs.
let testRuns = false;
beforeEach(() => void (testRuns = true));
afterEach(() => void (testRuns = false));

let file: string | undefined;
function append(exchange: RecordedExchange): void {
  if (!file) {
    file = join(folder, `${exchange.file}.jsonl`);
    mkdirSync(dirname(file), { recursive: true });
    rmSync(file, { force: true }); // of an earlier run
  }
  appendFileSync(file, `${JSON.stringify(exchange)}\n`);
}

function where(): Pick<RecordedExchange, 'file' | 'test'> {
  const { testPath = '', currentTestName } = expect.getState();
  return {
    file: relative(root, testPath).replaceAll('\\', '/'),
    test: (testRuns && currentTestName) || 'setup',
  };
}

function body(chunks: readonly Buffer[]): RecordedBody | undefined {
  const all = Buffer.concat(chunks);
  if (all.length === 0) return undefined;
  if (all.length > keptBytes)
    return { bytes: all.length, sha256: createHash('sha256').update(all).digest('hex') };
  return isUtf8(all) ? { text: all.toString() } : { base64: all.toString('base64') };
}

/** Reads along what is written, whichever part writes. */
function readAlong(stream: Pick<Socket | ServerResponse, 'write' | 'end'>): Buffer[] {
  const chunks: Buffer[] = [];
  for (const name of ['write', 'end'] as const) {
    const original = stream[name].bind(stream) as (...args: unknown[]) => never;
    stream[name] = (...args: unknown[]) => {
      const [chunk, encoding] = args;
      if (typeof chunk === 'string')
        chunks.push(
          Buffer.from(chunk, typeof encoding === 'string' ? (encoding as 'utf8') : 'utf8'),
        );
      else if (chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
      return original(...args);
    };
  }
  return chunks;
}

/** Status and headers of the head of an answer, as it went over the wire. */
function readHead(head: string): Pick<RecordedExchange, 'status' | 'answerHeaders'> {
  const [first = '', ...lines] = head.split('\r\n');
  const answerHeaders: Record<string, string[]> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, colon).toLowerCase();
    if (colon > 0 && name !== 'date') (answerHeaders[name] ??= []).push(line.slice(colon + 2));
  }
  return { status: Number(first.split(' ')[1] ?? 0), answerHeaders };
}

/** What was answered on the socket itself. */
function readRaw(written: readonly Buffer[]) {
  const text = Buffer.concat(written).toString('latin1');
  const end = text.indexOf('\r\n\r\n');
  return {
    ...readHead(end < 0 ? text : text.slice(0, end)),
    answerBody: end < 0 ? undefined : body([Buffer.from(text.slice(end + 4), 'latin1')]),
  };
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const { authorization, cookie } = headers;
  return {
    ...Object.fromEntries(
      requestHeaders.flatMap((name) => (headers[name] ? [[name, String(headers[name])]] : [])),
    ),
    // Whether and in which way a person says who they are; never the secret itself.
    ...(authorization !== undefined && { authorization: authorization.split(' ')[0] ?? '' }),
    ...(cookie !== undefined && { cookie: cookie.replace(/=[^;]*/g, '=') }),
  };
}

function follow(request: IncomingMessage, response: ServerResponse): void {
  // Now, since Fastify may rewrite the address.
  const begun = {
    ...where(),
    method: request.method ?? '',
    url: request.url ?? '',
    headers: headersOf(request),
  };
  const sent: Buffer[] = [];
  // A listener for its data would make the stream flow before the server wants it to.
  const push = request.push.bind(request);
  request.push = (chunk: unknown, encoding) => {
    if (chunk instanceof Uint8Array) sent.push(Buffer.from(chunk));
    return push(chunk, encoding);
  };
  // Only a request without Host is answered past its response.
  const raw = request.headers.host === undefined ? readAlong(request.socket) : [];
  const answered = readAlong(response);
  response.once('close', () => {
    const encoding = response.getHeader('content-encoding');
    const answer = response.headersSent
      ? {
          // The head as Node sent it: getHeaders() lacks the headers that writeHead received and those that
          // Node adds.
          ...readHead(String(Reflect.get(response, '_header'))),
          answerBody: body(encoding ? [unpacked(Buffer.concat(answered), encoding)] : answered),
        }
      : readRaw(raw);
    // A client that has read the whole answer may be gone before Node knows that it was sent.
    const whole =
      response.writableFinished ||
      raw.length > 0 ||
      Number(answer.answerHeaders['content-length']) === Buffer.concat(answered).length;
    const cut = [...(request.complete ? [] : ['request']), ...(whole ? [] : ['answer'])];
    append({ ...begun, body: body(sent), ...answer, ...(cut.length > 0 && { cut }) });
  });
}

function followUnread(error: Error & { code?: string; rawPacket?: Buffer }, socket: Socket): void {
  const begun = where();
  const written = readAlong(socket);
  const record = () =>
    append({
      ...begun,
      method: 'UNREAD',
      url: error.code ?? '',
      headers: {},
      body: body(error.rawPacket ? [error.rawPacket] : []),
      ...readRaw(written),
    });
  if (socket.destroyed) record();
  else socket.once('close', record);
}

// A test may build its application itself; every application uses this adapter.
const { listen } = FastifyAdapter.prototype as { listen: (...args: unknown[]) => unknown };
FastifyAdapter.prototype.listen = function (this: FastifyAdapter, ...args: unknown[]) {
  const server: Server = this.getHttpServer();
  server.prependListener('request', follow);
  server.prependListener('clientError', (error: Error, socket) =>
    followUnread(error, socket as Socket),
  );
  return listen.apply(this, args) as never;
};
