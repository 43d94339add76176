import type { FastifyInstance } from 'fastify';

/**
 * Reads on what is left of a body whose request was answered before its end, as a refused upload is.
 * Somebody still holds it (`pipe`), so Node.js does not: the next request of the browser, which comes
 * over the same connection, would never be read. What is read is thrown away.
 */
export function readOnUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) {
      raw.unpipe();
      raw.resume();
    }
    done();
  });
}
