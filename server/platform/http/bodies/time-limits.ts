import type { FastifyInstance } from 'fastify';
import type { IncomingHttpHeaders } from 'node:http';
import {
  exportFileDownload,
  storedFile,
  studyFile,
  webAppFile,
  type ServerRoute,
} from '../../../../contracts/base/non-json-operations';
import { clientErrorHandler } from '../client-error-handler';
import { DomainError } from '../../errors/errors';

/** How long each part of a request may take (docs/operating.md, Time limits). */
export interface RequestTimeLimits {
  /**
   * The time, in milliseconds, within which the complete body must arrive. After it, the server
   * answers 408.
   */
  bodyMs: number;
  /** The time, in milliseconds, within which a request with an uploaded file must be answered. */
  fileMs: number;
  /**
   * The time, in milliseconds, from the end of the body until the response. After it, the server
   * answers 503: `unavailable` to a request that only reads, and `ask_again` to a request that may
   * have taken effect. A request that gets no database connection or no answer from the database
   * usually fails earlier.
   */
  answerMs: number;
}

export const requestTimeLimits: RequestTimeLimits = {
  bodyMs: 30_000,
  fileMs: 600_000,
  answerMs: 18_000,
};

/**
 * Operations whose response is a stream. No time limit applies to them, because the client's
 * connection may be slow.
 */
const streamed = new Set<ServerRoute>([exportFileDownload, storedFile, studyFile, webAppFile]);

const isStreamed = (operation: ServerRoute): boolean =>
  streamed.has(operation) || ('streamed' in operation && operation.streamed === true);

const takesFile = (operation: ServerRoute | undefined): boolean =>
  operation !== undefined && 'file' in operation;

/**
 * Ends requests whose body arrives too slowly, and answers those that the server does not finish in
 * time. It must be called before any route is registered.
 */
export function enforceRequestTimeLimits(
  fastify: FastifyInstance,
  { bodyMs, fileMs, answerMs }: RequestTimeLimits = requestTimeLimits,
): void {
  fastify.addHook('onRequest', ({ raw, routeOptions }, reply, done) => {
    const { operation } = routeOptions.config;
    const isFile = takesFile(operation);
    // Fastify's own handlerTimeout creates an AbortController and an error for each request, which
    // costs 4 % of the CPU time under load (docs/performance.md).
    let unanswered: NodeJS.Timeout | undefined;
    const answerWithin = (ms: number) => {
      clearTimeout(unanswered);
      if (!operation || isStreamed(operation) || reply.raw.closed) return;
      unanswered = setTimeout(() => {
        if (!reply.sent)
          void reply.send(
            new DomainError(/^(GET|HEAD)$/.test(raw.method ?? '') ? 'unavailable' : 'ask_again'),
          );
      }, ms).unref();
    };
    const sends = hasBody(raw.headers);
    answerWithin(isFile ? fileMs : sends ? bodyMs + answerMs : answerMs);
    if (sends && !isFile) raw.once('end', () => answerWithin(answerMs));
    const unread = sends
      ? setTimeout(
          () => {
            if (raw.complete) return;
            reply.hijack();
            const error = Object.assign(new Error('body'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
            clientErrorHandler(error, raw.socket);
          },
          isFile ? fileMs : bodyMs,
        ).unref()
      : undefined;
    if (unread) raw.once('end', () => clearTimeout(unread));
    reply.raw.once('close', () => {
      clearTimeout(unanswered);
      clearTimeout(unread);
    });
    done();
  });
}

const hasBody = ({
  'content-length': length = '0',
  'transfer-encoding': encoding,
}: IncomingHttpHeaders): boolean => encoding !== undefined || length !== '0';
