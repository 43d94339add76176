import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import type { Language } from '../../contracts/base/languages';
import { DomainError } from '../platform/http/errors';
import { languageOf, type HttpRequest } from '../platform/http/request';
import { basicCredentials, type Credentials } from './basic-credentials.rule';
import { deviceOf } from './device';
import type { Person } from './person';

/** The caller, the language and the request id: every command receives it. */
export interface Caller {
  person: Person;
  language: Language;
  request_id: string;
}
/** `device`: a short name of the browser (device.ts). */
export type Visitor = Omit<Caller, 'person'> & {
  person: Person | null;
  ip: string;
  device: string | null;
};

/** The signed-in caller. @throws DomainError unauthenticated */
export const TheCaller = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<HttpRequest>();
  if (!request.person) throw new DomainError('unauthenticated');
  return { person: request.person, language: languageOf(request), request_id: request.id };
});

/** The caller, signed in or not; `person` is null for a visitor. */
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

/** Another issuer's token, where `token_issuer` says that the request carries one: '' for none. */
export const TheIdentityToken = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    /^Bearer ([A-Za-z0-9._~+/=-]{1,16000})$/i.exec(
      context.switchToHttp().getRequest<HttpRequest>().headers.authorization ?? '',
    )?.[1] ?? '',
);
