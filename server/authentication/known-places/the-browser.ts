import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { days } from '../../platform/concurrency/clock';
import type { HttpReply, HttpRequest } from '../../platform/http/request';
import { authenticationLimits } from '../../../contracts/authentication/limits';

/**
 * The name of the cookie by which a browser is recognised at its next sign-in. The cookie does not
 * authenticate a person, and scripts of pages cannot read it.
 */
const name = 'commonlab_browser';
/**
 * The cookie's name over https. Because of its prefix, no other host can set this cookie (RFC
 * 6265bis, 4.1.3.2).
 */
const hostName = `__Host-${name}`;

export interface BrowserCookie {
  /** The value of the cookie in the request; undefined if there is none. */
  readonly sent: string | undefined;
  /** Sends the cookie with the response, to be kept for `authenticationLimits.knownPlaceDays`. */
  keep(value: string, isHttps: boolean): void;
}

/** Reads the value of a cookie from the header of a request (RFC 6265, 4.2). */
export const cookieFromHeader = (header: string | undefined, wanted: string): string | undefined =>
  header
    ?.split(';')
    .map((pair) => pair.trim())
    .find((pair) => pair.startsWith(`${wanted}=`))
    ?.slice(wanted.length + 1);

export const browserCookieHeader = (value: string, isHttps: boolean): string =>
  [
    `${isHttps ? hostName : name}=${value}`,
    'Path=/',
    `Max-Age=${days(authenticationLimits.knownPlaceDays) / 1000}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(isHttps ? ['Secure'] : []),
  ].join('; ');

/**
 * A parameter decorator for the cookie of the requesting browser, for controllers that finish a
 * sign-in.
 */
export const BrowserCookieParam = createParamDecorator(
  (_: unknown, context: ExecutionContext): BrowserCookie => {
    const http = context.switchToHttp();
    const { cookie } = http.getRequest<HttpRequest>().headers;
    return {
      sent: cookieFromHeader(cookie, hostName) ?? cookieFromHeader(cookie, name),
      keep: (value, isHttps) =>
        void http
          .getResponse<HttpReply>()
          .header('Set-Cookie', browserCookieHeader(value, isHttps)),
    };
  },
);
