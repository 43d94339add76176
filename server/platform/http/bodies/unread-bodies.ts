import type { FastifyInstance } from 'fastify';

/**
 * Reads the rest of the request's body after the answer, and discards it. An upload that is refused
 * (multipart-upload.ts) is answered while its body is still piped into the parser. Node.js discards the rest of a
 * body by itself only if nothing was piped. The browser sends its next request over the same connection, and the
 * server would not read that request before the end of this body.
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
