import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../errors/errors';
import type { HttpRequest } from '../request';

declare module 'fastify' {
  interface FastifyContextConfig {
    /**
     * This route accepts a browser's form: its body is a URLSearchParams, or null when it exceeded
     * `maxBytes`, so that the route itself answers the person.
     */
    form?: { maxBytes: number };
  }
}

/**
 * A browser that is still sending when the server closes the connection shows no response. So the
 * server reads and discards the rest, up to this many times `maxBytes`.
 */
const patience = 10;

/**
 * Parses forms for the routes that declare `@Serves(…, { form: … })`; all other routes refuse them
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
