import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Access } from '../../contracts/base/access';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/http/errors';
import { operationOf } from '../platform/http/operation';
import type { HttpRequest } from '../platform/http/request';
import { AccessPolicies } from './access-policies';
import { refusalOf, tokenUse } from './access.rule';
import type { Person } from './person';
import { PersonRead } from './person.read';

const bearer = ({ authorization }: HttpRequest['headers']): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(authorization ?? '')?.[1];

/**
 * The one guard of all routes (decision 0024): enforces the access that the contract states for the
 * operation, before anything is validated: 401, then 403, then 400. A handler of no operation is
 * refused. Only the header counts; a cookie alone never authenticates.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly people: PersonRead,
    private readonly policies: AccessPolicies,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const access = operationOf(context.getHandler())?.access;
    if (!access) throw new DomainError('forbidden');
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const use = tokenUse(access);
    const { authorization } = request.headers;
    const sentNone = authorization === undefined || authorization === '';
    if (use === 'unread' || (use === 'refuse bad' && sentNone)) return this.admit(access, request);
    const token = bearer(request.headers);
    if (token === undefined) return this.admitAs(undefined, access, request);
    return this.people.byToken(token).then((person) => this.admitAs(person, access, request));
  }

  private admitAs(person: Person | undefined, access: Access, request: HttpRequest): boolean {
    if (!person && tokenUse(access) !== 'ignore bad') throw new DomainError('unauthenticated');
    request.person = person;
    request.personLanguage = person?.language;
    return this.admit(access, request);
  }

  private admit(access: Access, { person, body, query }: HttpRequest): boolean {
    const refusal = refusalOf(
      access,
      person,
      (body as { action?: unknown } | null | undefined)?.action,
    );
    if (refusal !== null) throw new DomainError(refusal);
    this.policies.decide(access, { person, query, now: () => this.clock.now() });
    return true;
  }
}
