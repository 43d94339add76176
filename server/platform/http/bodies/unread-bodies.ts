import type { FastifyInstance } from 'fastify';

/**
 * After the response, reads and discards what remains of the request's body. An upload that is
 * refused (multipart-upload.ts) is answered while its body is still piped into the parser, and
 * Node.js discards a remaining body by itself only if nothing was piped. The browser sends its next
 * request over the same connection, where the server would not read it before the end of this body.
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
