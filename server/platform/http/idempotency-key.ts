import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { badField } from '../errors/errors';
import type { HttpRequest } from './request';

/**
 * A parameter decorator for the header `Idempotency-Key` (docs/api-conventions.md): 1 to 255
 * visible ASCII characters, or null if the request has none. A client creates a new key for each
 * operation that must run only once.
 * @throws DomainError validation_failed
 */
export const IdempotencyKeyParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => {
    const given = context.switchToHttp().getRequest<HttpRequest>().headers['idempotency-key'];
    if (given === undefined) return null;
    if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
      throw badField('Idempotency-Key', 'invalid');
    return given;
  },
);
