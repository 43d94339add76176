import type { FastifyInstance } from 'fastify';
import { DomainError } from './errors';
import type { HttpRequest } from './request';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** This route takes a browser's form; its body is a URLSearchParams. */
    form?: boolean;
  }
}

/** Forms, for the routes that ask for them by `@RouteConfig({ form: true })`; refused everywhere else before the body is read. */
export function takeForms(fastify: Pick<FastifyInstance, 'addContentTypeParser'>, maxBytes: number): void {
  fastify.addContentTypeParser('application/x-www-form-urlencoded', async (request: HttpRequest, payload: AsyncIterable<Buffer>) => {
    if (request.routeOptions.config.form !== true) throw new DomainError('unsupported_media_type');
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of payload) {
      size += chunk.length;
      if (size > maxBytes) throw new DomainError('too_large');
      chunks.push(chunk);
    }
    return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
  });
}
