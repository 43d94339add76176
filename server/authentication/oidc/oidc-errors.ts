import { errors as jose } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { DomainError } from '../../platform/http/errors';

/**
 * The provider said itself that it is not well (RFC 6749, 4.1.2.1 and 5.2), or does not know us:
 * the person cannot help either.
 */
const notThePersons = [
  'server_error',
  'temporarily_unavailable',
  'invalid_client',
  'unauthorized_client',
];
const isOwnTrouble = (code: string, status: number) =>
  notThePersons.includes(code) || status >= 500 || status === 429;

/**
 * Network trouble: Node's fetch throws a TypeError with a cause, both libraries wrap what else
 * happens on the way.
 */
function isUnreachable(error: unknown): boolean {
  if (error instanceof jose.JWKSTimeout) return true;
  // jose's class for an answer that is no key set at all.
  if (error instanceof jose.JOSEError)
    return error.code === 'ERR_JOSE_GENERIC' || error.code === 'ERR_JWKS_INVALID';
  if (error instanceof ClientError) {
    if (error.cause instanceof Response)
      return error.cause.status >= 500 || error.cause.status === 429;
    return ['OAUTH_TIMEOUT', 'OAUTH_ABORT'].includes(error.code ?? '') || error.code === undefined;
  }
  return (error as { message?: unknown }).message === 'fetch failed';
}

/**
 * What went wrong with a provider, as the person at the browser is told it: it is away, or it did
 * not confirm who they are.
 */
export function issuerError(error: unknown): DomainError {
  if (error instanceof DomainError) return error;
  if (error instanceof AuthorizationResponseError)
    return new DomainError(isOwnTrouble(error.error, 0) ? 'issuer_unavailable' : 'issuer_refused');
  if (error instanceof ResponseBodyError)
    return new DomainError(
      isOwnTrouble(error.error, error.status) ? 'issuer_unavailable' : 'issuer_refused',
    );
  return new DomainError(isUnreachable(error) ? 'issuer_unavailable' : 'issuer_refused');
}

/**
 * For the log: which kind of trouble, never what was sent; `error` comes from the outside, so only
 * what looks like a code of the standard.
 */
export const troubleOf = (error: unknown) => {
  const {
    name,
    code,
    error: said,
    cause,
  } = error as { name?: unknown; code?: unknown; error?: unknown; cause?: { code?: unknown } };
  return {
    trouble: [name, code, said, cause?.code]
      .filter((part) => typeof part === 'string' && /^[\w-]{1,50}$/.test(part))
      .join(' '),
  };
};
