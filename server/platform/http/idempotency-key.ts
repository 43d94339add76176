import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { badField } from '../errors/errors';
import type { HttpRequest } from './request';

/**
 * The header `Idempotency-Key` (docs/api-conventions.md), null without one: 1 to 255 visible ASCII
 * characters, of which a client creates a new one for each operation that must run only once.
 * @throws DomainError validation_failed
 */
export const TheIdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => {
    const given = context.switchToHttp().getRequest<HttpRequest>().headers['idempotency-key'];
    if (given === undefined) return null;
    if (typeof given !== 'string' || !/^[\x21-\x7e]{1,255}$/.test(given))
      throw badField('Idempotency-Key', 'invalid');
    return given;
  },
);
