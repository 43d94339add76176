import { Socket } from 'node:net';
import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import { DomainError } from '../../errors/errors';
import { freeMemoryOfBytes } from './release-bytes';

const pieceType = 'application/partial-upload';

/**
 * Parses a piece of an uploaded file into a buffer. Operations that declare no body of this type
 * refuse it like any unsupported type.
 */
export function addUploadPieceParser(fastify: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  fastify.addContentTypeParser(pieceType, { parseAs: 'buffer' }, (request, body, done) => {
    const isPatch = request.method === 'PATCH';
    if (isPatch) done(null, body);
    else done(new DomainError('unsupported_media_type'));
  });
}

/** Frees the network buffers of a piece after the parser has combined them. */
export const releasePieceBuffers: preParsingHookHandler = (request, _, payload, done) => {
  // Releases the buffers of real network connections only: a test passes buffers of its own, which
  // it may send again.
  if (request.headers['content-type'] === pieceType && request.raw.socket instanceof Socket) {
    const parts: unknown[] = [];
    payload.on('data', (part: unknown) => parts.push(part));
    payload.once('end', () => setImmediate(() => parts.forEach(freeMemoryOfBytes)));
  }
  done(null, payload);
};
