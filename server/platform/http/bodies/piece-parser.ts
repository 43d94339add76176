import { Socket } from 'node:net';
import type { FastifyInstance, preParsingHookHandler } from 'fastify';
import { DomainError } from '../../errors/errors';
import { releaseBytes } from './release-bytes';

const pieceType = 'application/partial-upload';

/**
 * A piece of a file, as its bytes; elsewhere than at an operation that has a body of this type, it is
 * refused like any type that the server does not read.
 */
export function addPieceParser(fastify: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  fastify.addContentTypeParser(pieceType, { parseAs: 'buffer' }, (request, body, done) => {
    const isPatch = request.method === 'PATCH';
    if (isPatch) done(null, body);
    else done(new DomainError('unsupported_media_type'));
  });
}

/** Releases what came of a piece over the network once the parser has put it together. */
export const releaseParts: preParsingHookHandler = (request, _, payload, done) => {
  // A test hands over bytes of its own, which it may send again.
  if (request.headers['content-type'] === pieceType && request.raw.socket instanceof Socket) {
    const parts: unknown[] = [];
    payload.on('data', (part: unknown) => parts.push(part));
    payload.once('end', () => setImmediate(() => parts.forEach(releaseBytes)));
  }
  done(null, payload);
};
