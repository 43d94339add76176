import { Injectable, type CanActivate, type ExecutionContext } from '@nestjs/common';
import type { Access, CallerKind } from '../../contracts/base/access';
import { Clock } from '../platform/concurrency/clock';
import { DomainError } from '../platform/errors/errors';
import type { HttpRequest } from '../platform/http/request';
import { AccessPolicies } from './access-policies';
import { ApiTokenGate } from './api-tokens/api-token-gate';
import { containsApiToken, isApiToken } from './api-tokens/api-token-text';
import { StudentBuildersRead } from './builders.read';
import type { Person } from './person';
import { PersonRead } from './person.read';

/**
 * What the guard does with the token of a request:
 * - `unread`: it does not read the token
 * - `refuse bad`: the token is optional, but the guard refuses an invalid token
 * - `ignore bad`: the token is optional, and the guard ignores an invalid token
 * - `required`: the guard refuses a request without a valid token
 */
type TokenUse = 'unread' | 'refuse bad' | 'ignore bad' | 'required';

const tokenUses: Readonly<Record<CallerKind, TokenUse>> = {
  anyone: 'unread',
  'visitor or signed in': 'refuse bad',
  'own credential': 'ignore bad',
  'signed in': 'required',
  researcher: 'required',
  builder: 'required',
  administrator: 'required',
  'people finder': 'required',
};

export const tokenHandlingOf = (access: Access): TokenUse =>
  access.who === 'signed in' && access.exceptActions ? 'ignore bad' : tokenUses[access.who];

const bearer = ({ authorization }: HttpRequest['headers']): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(authorization ?? '')?.[1];

/**
 * The guard of all routes (docs/decisions/api-contract.md). It enforces the access that the
 * contract states for an operation before anything is validated, so 401 comes first, then 403, then
 * 400. A route that belongs to no operation is refused. Only the Authorization header counts;
 * cookies never authenticate.
 */
@Injectable()
export class AccessGuard implements CanActivate {
  constructor(
    private readonly people: PersonRead,
    private readonly apiTokens: ApiTokenGate,
    private readonly policies: AccessPolicies,
    private readonly builders: StudentBuildersRead,
    private readonly clock: Clock,
  ) {}

  canActivate(context: ExecutionContext): boolean | Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const access = request.routeOptions.config.operation?.access;
    if (!access) throw new DomainError('forbidden');
    if (containsApiToken(request.url)) throw new DomainError('token_in_url');
    const use = tokenHandlingOf(access);
    const { authorization } = request.headers;
    const sentNone = authorization === undefined || authorization === '';
    if (use === 'unread' || (use === 'refuse bad' && sentNone)) return this.admit(access, request);
    const token = bearer(request.headers);
    if (token === undefined) return this.admitAs(undefined, access, request);
    const person = isApiToken(token)
      ? this.apiTokens.personBy(token, access, request)
      : this.people.byToken(token);
    return person.then(async (found) => {
      if (this.policies.admitsBuilders(access, request.query)) await this.builders.readFor(found);
      return this.admitAs(found, access, request);
    });
  }

  private admitAs(person: Person | undefined, access: Access, request: HttpRequest): boolean {
    if (!person && tokenHandlingOf(access) !== 'ignore bad')
      throw new DomainError('unauthenticated');
    request.person = person;
    request.personLanguage = person?.language;
    return this.admit(access, request);
  }

  private admit(access: Access, { person, body, query }: HttpRequest): boolean {
    const { action } = (body ?? {}) as { action?: unknown };
    this.policies.decide(access, { person, action, query, now: () => this.clock.now() });
    return true;
  }
}
