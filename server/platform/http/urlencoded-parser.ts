import type { FastifyInstance } from 'fastify';
import { DomainError } from './errors';
import type { HttpRequest } from './request';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * This route takes a browser's form: its body is a URLSearchParams, or null when it was longer,
     * so that a person gets the route's own answer.
     */
    form?: { maxBytes: number };
  }
}

/**
 * Whoever hangs up on a browser that is still sending gives it no answer. So the rest is read and
 * thrown away, up to this many times what is allowed.
 */
const patience = 10;

/**
 * Forms, for the routes that ask for them by `@Serves(…, { form: … })`; refused everywhere else
 * before the body is read.
 */
export function addUrlencodedParser(fastify: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  fastify.addContentTypeParser(
    'application/x-www-form-urlencoded',
    async (request: HttpRequest, payload: AsyncIterable<Buffer>) => {
      const { form } = request.routeOptions.config;
      if (!form) throw new DomainError('unsupported_media_type');
      const chunks: Buffer[] = [];
      let size = 0;
      for await (const chunk of payload) {
        size += chunk.length;
        if (size > patience * form.maxBytes) throw new DomainError('too_large');
        if (size <= form.maxBytes) chunks.push(chunk);
      }
      if (size > form.maxBytes) return null;
      return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
    },
  );
}
