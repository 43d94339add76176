import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import Bowser from 'bowser';
import type { Language } from '../../contracts/base/languages';
import { DomainError } from '../platform/errors/errors';
import { requestLanguageOf, type HttpRequest } from '../platform/http/request';
import type { Person } from './person';

/** The signed-in caller with their language and the id of the request, which every command gets. */
export interface Caller {
  person: Person;
  language: Language;
  request_id: string;
}
/**
 * A caller with or without a sign-in. `device`: a short name of the browser. `hasLeft`: whether the
 * connection is closed, so that the caller no longer waits for the response.
 */
export type Visitor = Omit<Caller, 'person'> & {
  person: Person | null;
  ip: string;
  device: string | null;
  hasLeft: () => boolean;
};

export interface BasicCredentials {
  username: string;
  password: string;
}

/**
 * A parameter decorator for the signed-in caller.
 * @throws DomainError unauthenticated
 */
export const CallerParam = createParamDecorator((_: unknown, context: ExecutionContext): Caller => {
  const request = context.switchToHttp().getRequest<HttpRequest>();
  if (!request.person) throw new DomainError('unauthenticated');
  return { person: request.person, language: requestLanguageOf(request), request_id: request.id };
});

/**
 * A parameter decorator for a caller with or without a sign-in; `person` is null if the request has
 * no token.
 */
export const VisitorParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): Visitor => {
    const request = context.switchToHttp().getRequest<HttpRequest>();
    return {
      person: request.person ?? null,
      language: requestLanguageOf(request),
      request_id: request.id,
      ip: request.ip,
      device: browserNameOf(request.headers['user-agent']),
      hasLeft: () => request.raw.socket.destroyed,
    };
  },
);

/**
 * A parameter decorator for the Basic credentials of the request. The value is undefined if the
 * request has none, and null if they cannot be read.
 */
export const CredentialsParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): BasicCredentials | null | undefined =>
    readBasicCredentials(context.switchToHttp().getRequest<HttpRequest>().headers.authorization),
);

/**
 * A parameter decorator for a Bearer token that is an ID token of an external identity provider;
 * the request names the provider in `token_issuer`. The value is '' if the request has no token.
 */
export const IdentityTokenParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): string =>
    /^Bearer ([A-Za-z0-9._~+/=-]{1,16000})$/i.exec(
      context.switchToHttp().getRequest<HttpRequest>().headers.authorization ?? '',
    )?.[1] ?? '',
);

/**
 * Returns a short name of the browser that its user recognises, such as "Firefox on Linux". The
 * server stores no more details, so the list of sign-ins is not a fingerprint of the browser.
 */
export function browserNameOf(userAgent: string | undefined): string | null {
  if (!userAgent) return null;
  const { browser, os } = Bowser.parse(userAgent.slice(0, 500));
  const words = [browser.name, os.name].filter(Boolean);
  return words.length > 0 ? words.join(' on ').slice(0, 100) : null;
}

/**
 * Reads Basic credentials as UTF-8 (RFC 7617). The first colon ends the username; the password may
 * contain colons.
 * @returns undefined for another scheme, null for a header that cannot be read
 */
export function readBasicCredentials(
  header: string | undefined,
): BasicCredentials | null | undefined {
  if (header === undefined || !/^basic\b/i.test(header)) return undefined;
  const encoded = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(header)?.[1];
  if (encoded === undefined) return null;
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
      Buffer.from(encoded, 'base64'),
    );
  } catch {
    return null;
  }
  const colon = text.indexOf(':');
  return colon < 0 ? null : { username: text.slice(0, colon), password: text.slice(colon + 1) };
}
