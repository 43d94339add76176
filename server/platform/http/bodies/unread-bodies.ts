import type { FastifyInstance } from 'fastify';

/**
 * After the response, reads and discards what remains of the request's body. The server refuses an
 * upload (multipart-upload.ts) while the body is still piped into the parser, and Node.js discards
 * a body by itself only if nothing was piped. The browser sends its next request over the same
 * connection: the server reads that request only after the end of this body.
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
