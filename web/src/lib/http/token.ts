import { config } from './config';
import { serverNow } from './server-clock';

/** The name of the token cookie: existing clients depend on it (docs/specification.md, 9). */
export const tokenCookie = 'ff_user_access_token';

export const readToken = (): string | null => {
  const found = document.cookie.split('; ').find((c) => c.startsWith(`${tokenCookie}=`));
  return found ? decodeURIComponent(found.slice(tokenCookie.length + 1)) || null : null;
};

interface Where {
  domain: string;
  secure: boolean;
}
const here = (): Where => ({ domain: config.cookieDomain, secure: location.protocol === 'https:' });

/**
 * Returns the text that sets the token's cookie (RFC 6265, 4.1). `maxAge` is in seconds; 0 removes
 * the cookie.
 */
export const cookieText = (token: string, maxAge: number, { domain, secure }: Where) =>
  [
    `${tokenCookie}=${encodeURIComponent(token)}`,
    'Path=/',
    domain && `Domain=${domain}`,
    `Max-Age=${maxAge}`,
    'SameSite=Lax',
    secure && 'Secure',
  ]
    .filter(Boolean)
    .join('; ');

/** Returns the whole seconds until `expiresAt`; 0 if that time is past. */
export const secondsUntil = (expiresAt: string, now = serverNow()) =>
  Math.max(0, Math.floor((Date.parse(expiresAt) - now) / 1000));

export const writeToken = (token: string, expiresAt: string) => {
  document.cookie = cookieText(token, secondsUntil(expiresAt), here());
};
/** Removes the cookie, including one that was set under an earlier configuration of the domain. */
export const removeToken = () => {
  for (const domain of new Set(['', here().domain]))
    document.cookie = cookieText('', 0, { ...here(), domain });
};
