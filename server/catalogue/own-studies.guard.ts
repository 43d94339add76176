import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import { DomainError } from '../platform/http/errors';
import type { HttpRequest } from '../platform/http/request';

/**
 * Of the two lists on one path, the own one is for researchers alone. Behind MaybeSignedIn, before
 * anything is validated.
 */
@Injectable()
export class OwnStudiesForResearchers implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { query, person } = context.switchToHttp().getRequest<HttpRequest>();
    if ((query as { scope?: unknown }).scope !== 'mine') return true;
    if (!person) throw new DomainError('unauthenticated');
    if (!person.is_researcher) throw new DomainError('forbidden');
    return true;
  }
}
