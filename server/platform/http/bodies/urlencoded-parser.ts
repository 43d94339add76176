import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../errors/errors';
import type { HttpRequest } from '../request';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * Set on a route that accepts a browser's form. The request's body is then a URLSearchParams,
     * or null if the form exceeded `maxBytes`, so that the route itself can answer.
     */
    form?: { maxBytes: number };
  }
}

/**
 * If the server closes a connection while the browser is still sending, the browser shows no
 * response. So the server reads and discards up to this many times `maxBytes`.
 */
const patience = 10;

/**
 * Adds a parser for browsers' forms. Only routes with `@Serves(…, { form: … })` accept forms; all
 * other routes refuse them before the body is read.
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
