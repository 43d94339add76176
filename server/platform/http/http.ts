import { randomUUID } from 'node:crypto';
import type { Type, DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { limits } from '../../../contracts/base/limits';
import { corsPreflight } from '../../../contracts/base/non-json-operations';
import type { Config } from '../../config';
import { compressResponses } from './files/compression';
import { ErrorFilter } from './error-filter';
import { DomainError } from '../errors/errors';
import { addUploadPieceParser, releasePieceBuffers } from './bodies/piece-parser';
import { addUrlencodedParser } from './bodies/urlencoded-parser';
import { NestLog, type Logger } from '../observability/log';
import { Metrics } from '../observability/metrics';
import { replaceUnroutableUrl } from './rewrite-url';
import type { HttpReply, HttpRequest } from './request';
import { clientErrorHandler } from './client-error-handler';
import { enforceRequestTimeLimits, requestTimeLimits } from './bodies/time-limits';
import { discardUnreadBodies } from './bodies/unread-bodies';

/**
 * Creates the application on Fastify, with the same configuration for tests and the real server. It
 * does not listen yet.
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
    rewriteUrl: ({ url = '/' }) => replaceUnroutableUrl(url),
    // Requests to addresses that the router itself refuses are answered with 404.
    frameworkErrors: (_: unknown, request: HttpRequest, reply: HttpReply) => {
      void reply.header('X-Request-Id', request.id);
      filter.answer(new DomainError('not_found'), request, reply);
    },
    clientErrorHandler: clientErrorHandler,
    // The timeout of a request that never reaches a route. All other requests have shorter
    // timeouts, which the hooks of bodies/time-limits.ts set.
    requestTimeout: requestTimeLimits.fileMs,
    // Without this option, Node answers a request that has no Host header with an empty body; a
    // hook below answers it with the standard error body.
    http: { requireHostHeader: false },
    skipMiddie: true, // no Express-style middleware anywhere
  });
  // The CORS plugin registers a route of its own, which is an operation of the contract too.
  adapter.getInstance().addHook('onRoute', (route) => {
    if (route.method === 'OPTIONS' && route.url === '*')
      route.config = { ...route.config, operation: corsPreflight };
    const operation = route.config?.operation;
    if (operation && 'bodyBytes' in operation && operation.bodyBytes !== undefined) {
      route.bodyLimit = operation.bodyBytes;
      route.preParsing = releasePieceBuffers;
    }
  });
  enforceRequestTimeLimits(adapter.getInstance());
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
  // This hook is onSend, because Nest lets the CORS plugin answer preflight requests before any
  // onRequest hook runs.
  fastify.addHook('onSend', (request, reply, _payload, done) => {
    reply.header('X-Request-Id', request.id);
    reply.header('X-Content-Type-Options', 'nosniff');
    // The CORS plugin would send the credentials header to every origin, but only the web app uses
    // it.
    if (request.headers.origin === config.publicWebUrl)
      reply.header('Access-Control-Allow-Credentials', 'true');
    // API responses contain data for one caller, so they are not cached, and never rendered as a
    // page.
    if (request.url.startsWith('/api/')) {
      if (!reply.hasHeader('Cache-Control')) reply.header('Cache-Control', 'no-store');
      if (!reply.hasHeader('Content-Security-Policy'))
        reply.header('Content-Security-Policy', "default-src 'none'; frame-ancestors 'none'");
      reply.header('Referrer-Policy', 'no-referrer');
      if (https) reply.header('Strict-Transport-Security', 'max-age=31536000');
    }
    done();
  });
  compressResponses(fastify);
  discardUnreadBodies(fastify);
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
  // The log entry of a request has five fields, none of which needs redaction.
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
  // Fastify's own parser handles JSON. A request whose content type has no parser is refused before
  // its body is read.
  fastify.removeContentTypeParser('text/plain');
  addUrlencodedParser(fastify);
  addUploadPieceParser(fastify);
  // Uploaded files are not parsed here: the handler of the route reads the stream.
  fastify.addContentTypeParser('multipart/form-data', (_request, _payload, done) => done(null));
  return app;
}
