import type { FastifyInstance } from 'fastify';
import { DomainError } from '../../errors/errors';

/**
 * A piece of a file, as its bytes; elsewhere than at an operation that has a body of this type, it is
 * refused like any type that the server does not read.
 */
export function addPieceParser(fastify: Pick<FastifyInstance, 'addContentTypeParser'>): void {
  fastify.addContentTypeParser(
    'application/partial-upload',
    { parseAs: 'buffer' },
    (request, body, done) => {
      const isPatch = request.method === 'PATCH';
      if (isPatch) done(null, body);
      else done(new DomainError('unsupported_media_type'));
    },
  );
}
