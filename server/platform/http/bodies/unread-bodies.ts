import type { FastifyInstance } from 'fastify';

/**
 * After the response, reads and discards what remains of the request's body. The server may refuse
 * an upload (multipart-upload.ts) before it has read the whole body. Node.js does not discard the
 * rest of a body that was piped into a parser. The browser sends its next request over the same
 * connection, and the server can read that request only after the end of this body.
 */
export function discardUnreadBodies(fastify: FastifyInstance): void {
  fastify.addHook('onResponse', ({ raw }, _reply, done) => {
    if (!raw.readableEnded) {
      raw.unpipe();
      raw.resume();
    }
    done();
  });
}
