import { randomUUID } from 'node:crypto';
import type { Type, DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { limits } from '../../../contracts/base/limits';
import { preflight } from '../../../contracts/base/non-json-operations';
import type { Config } from '../../config';
import { compressAnswers } from './files/compression';
import { ErrorFilter } from './error-filter';
import { DomainError } from '../errors/errors';
import { addPieceParser, releaseParts } from './bodies/piece-parser';
import { addUrlencodedParser } from './bodies/urlencoded-parser';
import { NestLog, type Logger } from '../observability/log';
import { Metrics } from '../observability/metrics';
import { rewriteUrl } from './rewrite-url';
import type { HttpReply, HttpRequest } from './request';
import { clientErrorHandler } from './client-error-handler';
import { limitTimes, timeLimits } from './bodies/time-limits';
import { readOnUnreadBodies } from './bodies/unread-bodies';

/**
 * The application over Fastify, configured alike for the tests and the real server; not yet
 * listening.
 */
export async function createHttpApp(
  module: Type<unknown> | DynamicModule,
  config: Config,
  log: Logger,
): Promise<NestFastifyApplication> {
  const filter = new ErrorFilter(log);
  const adapter = new FastifyAdapter({
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.addressPart },
    bodyLimit: limits.jsonBodyBytes,
    trustProxy: config.trustedProxies.length > 0 ? config.trustedProxies : false,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    return503OnClosing: true,
    logger: false,
    rewriteUrl: ({ url = '/' }) => rewriteUrl(url),
    // The router itself still refuses some addresses: they get 404.
    frameworkErrors: (_: unknown, request: HttpRequest, reply: HttpReply) => {
      void reply.header('X-Request-Id', request.id);
      filter.answer(new DomainError('not_found'), request, reply);
    },
    clientErrorHandler: clientErrorHandler,
    // Applies only behind the hooks of limitTimes, to requests that never get a route.
    requestTimeout: timeLimits.fileMs,
    // Node would refuse a request without Host with an empty body; the hook below refuses it
    // instead.
    http: { requireHostHeader: false },
    skipMiddie: true, // no Express-style middleware anywhere
  });
  // The CORS plugin registers its own route, which is an operation of the contract too.
  adapter.getInstance().addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*')
      route.config = { ...route.config, operation: preflight };
    const operation = route.config?.operation;
    if (operation && 'bodyBytes' in operation && operation.bodyBytes !== undefined) {
      route.bodyLimit = operation.bodyBytes;
      route.preParsing = releaseParts;
    }
  });
  limitTimes(adapter.getInstance());
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, {
    logger: new NestLog(log),
    bodyParser: false,
    abortOnError: false,
  });
  app.useGlobalFilters(filter);
  const fastify = adapter.getInstance();
  const https = config.publicApiUrl.startsWith('https:');
  fastify.addHook('onRequest', (request, reply, done) => {
    if (request.raw.httpVersion !== '1.1' || request.raw.headers.host !== undefined) return done();
    reply.hijack();
    clientErrorHandler(new Error('no Host'), request.raw.socket);
  });
  // In onSend, since Nest lets CORS respond to preflights before any onRequest hook runs.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    // The CORS plugin would send the credentials header to every origin; only the web app uses it.
    if (request.headers.origin === config.publicWebUrl)
      reply.header('Access-Control-Allow-Credentials', 'true');
    // API responses are data for one caller: not cached, and never rendered as a page.
    if (request.url.startsWith('/api/')) {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
      if (!reply.hasHeader('Content-Security-Policy'))
        reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
      reply.header('Referrer-Policy', 'no-referrer');
      if (https) reply.header('Strict-Transport-Security', 'max-age=31536000');
    }
    done();
  });
  compressAnswers(fastify);
  readOnUnreadBodies(fastify);
  app.enableCors({
    origin: [config.publicWebUrl],
    methods: ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'Accept-Language',
      'Idempotency-Key',
      'Upload-Offset',
    ],
    exposedHeaders: [
      'Visitor-Region',
      'Retry-After',
      'Date',
      'X-Request-Id',
      'Upload-Offset',
      'Upload-Complete',
    ],
    maxAge: 600,
    strictPreflight: false, // clients other than browsers send OPTIONS too
  });
  const metrics = app.get(Metrics);
  // Five fields of our own per request, none of which needs redaction.
  const requests = log.child({}, { redact: [] });

  fastify.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none';
    const seconds = reply.elapsedTime / 1000;
    metrics.requests.observe({ method: request.method, route, status: reply.statusCode }, seconds);
    if (requests.isLevelEnabled('info') && !route.startsWith('/health'))
      requests.info(
        {
          request_id: request.id,
          method: request.method,
          route,
          status: reply.statusCode,
          ms: Math.round(reply.elapsedTime * 10) / 10,
        },
        'request',
      );
    done();
  });
  // Fastify's own parser reads JSON. A content type without a parser is refused before its body is
  // read.
  fastify.removeContentTypeParser('text/plain');
  addUrlencodedParser(fastify);
  addPieceParser(fastify);
  // the stream is left to the handler
  fastify.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  return app;
}
