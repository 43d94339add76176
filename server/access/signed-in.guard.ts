import {
  createParamDecorator,
  Injectable,
  type CanActivate,
  type ExecutionContext,
} from '@nestjs/common';
import { limits } from '../../contracts/limits';
import { later, minutes } from '../platform/concurrency/clock';
import { DomainError } from '../platform/http/errors';
import { languageOf, type HttpRequest, type Person } from '../platform/http/request';
import type { Language } from '../../contracts/languages';
import { basicCredentials, type Credentials } from './basic-credentials.rule';
import { deviceOf } from './device';
import { PersonRead } from './person.read';

const bearer = (request: HttpRequest): string | undefined =>
  /^Bearer ([A-Za-z0-9_-]{1,200})$/i.exec(request.headers.authorization ?? '')?.[1];

/**
 * 401 before 400: guards run before anything is validated. Only the header counts; the cookie alone
 * never authenticates (API.md).
 */
@Injectable()
export class SignedIn implements CanActivate {
  constructor(private readonly people: PersonRead) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const token = bearer(request);
    request.person = token === undefined ? undefined : await this.people.byToken(token);
    if (!request.person) throw new DomainError('unauthenticated');
    return true;
  }
}

/**
 * For routes that everybody may call and that say more to somebody signed in. A bad token is
 * refused rather than ignored.
 */
@Injectable()
export class MaybeSignedIn implements CanActivate {
  constructor(private readonly people: PersonRead) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const { authorization } = request.headers;
    if (authorization === undefined || authorization === '') return true;
    const token = bearer(request);
    request.person = token === undefined ? undefined : await this.people.byToken(token);
    if (!request.person) throw new DomainError('unauthenticated');
    return true;
  }
}

/**
 * For calls that bring a credential of their own (Basic, a key, the token to end): knows a good
 * token and overlooks a bad one.
 */
@Injectable()
export class Recognised implements CanActivate {
  constructor(private readonly people: PersonRead) {}

  async canActivate(context: ExecutionContext): Promise<boolean> {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    const token = bearer(request);
    request.person = token === undefined ? undefined : await this.people.byToken(token);
    return true;
  }
}

/** Profile changes that bring a credential of their own: the key of a mail, the token to end. */
const byKeyAlone: readonly unknown[] = ['activate', 'remove-token'];

/**
 * For the change of the own profile, some of whose actions carry their own credential: whoever is
 * not signed in learns that first in all others.
 */
@Injectable()
export class SignedInOrByKey extends Recognised {
  override async canActivate(context: ExecutionContext): Promise<boolean> {
    await super.canActivate(context);
    const { body, person } = context.switchToHttp().getRequest<HttpRequest>();
    if (!person && !byKeyAlone.includes((body as { action?: unknown } | null | undefined)?.action))
      throw new DomainError('unauthenticated');
    return true;
  }
}

/**
 * 403 before 400, too. Behind SignedIn.
 * @throws DomainError forbidden for anybody who is no researcher.
 */
@Injectable()
export class ResearchersOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    if (!callerOf(context).person.is_researcher) throw new DomainError('forbidden');
    return true;
  }
}

/**
 * Behind SignedIn.
 * @throws DomainError forbidden for anybody who is no administrator, second_factor_missing for one
 * who has to sign in with it.
 */
@Injectable()
export class AdministratorsOnly implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { role, second_factor_missing } = callerOf(context).person;
    if (second_factor_missing) throw new DomainError('second_factor_missing');
    if (role !== 'ADMINISTRATOR') throw new DomainError('forbidden');
    return true;
  }
}

/**
 * Researchers find researchers, administrators find everybody. Behind SignedIn.
 * @throws DomainError forbidden, second_factor_missing
 */
@Injectable()
export class PeopleFinders implements CanActivate {
  canActivate(context: ExecutionContext): boolean {
    const { role, is_researcher, second_factor_missing } = callerOf(context).person;
    if (role !== 'ADMINISTRATOR' && !is_researcher)
      throw new DomainError(second_factor_missing ? 'second_factor_missing' : 'forbidden');
    return true;
  }
}

/** Who asks, in which language, in which request: every command gets it. */
export interface Caller {
  person: Person;
  language: Language;
  request_id: string;
}
/** `device`: what the browser calls itself, in a few words. */
export type Visitor = Omit<Caller, 'person'> & {
  person: Person | null;
  ip: string;
  device: string | null;
};

/** The signed-in caller; behind SignedIn. @throws DomainError unauthenticated */
export const callerOf = (context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<HttpRequest>();
  if (!request.person) throw new DomainError('unauthenticated');
  return { person: request.person, language: languageOf(request), request_id: request.id };
};
export const TheCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller =>
  callerOf(context),
);

/** Anybody; `person` is null for a visitor. */
export const TheVisitor = createParamDecorator((_: unknown, context: ExecutionContext): Visitor => {
  const request = context.switchToHttp().getRequest<HttpRequest>();
  return {
    person: request.person ?? null,
    language: languageOf(request),
    request_id: request.id,
    ip: request.ip,
    device: deviceOf(request.headers['user-agent']),
  };
});

/** The Basic credentials of the request: undefined without any, null where they cannot be read. */
export const TheCredentials = createParamDecorator(
  (_: unknown, context: ExecutionContext): Credentials | null | undefined =>
    basicCredentials(context.switchToHttp().getRequest<HttpRequest>().headers.authorization),
);

/** Somebody else's token, where `token_issuer` says that the request carries one: '' for none. */
export const TheIdentityToken = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    /^Bearer ([A-Za-z0-9._~+/=-]{1,16000})$/i.exec(
      context.switchToHttp().getRequest<HttpRequest>().headers.authorization ?? '',
    )?.[1] ?? '',
);

/**
 * Changing how one signs in asks for a recent sign-in (ASVS 5.0, 7.5.1): a browser left open is not
 * enough.
 * @throws DomainError recent_sign_in_required
 */
export const mustHaveSignedInRecently = ({ person }: Caller, now: Date) => {
  if (later(person.signed_in_at, minutes(limits.recentSignInMinutes)) < now)
    throw new DomainError('recent_sign_in_required', { minutes: limits.recentSignInMinutes });
};
