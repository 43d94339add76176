import { errors as jose } from 'jose';
import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { DomainError } from '../../platform/errors/errors';

/**
 * Error codes with which a provider reports an internal failure, or that it does not know this
 * server as a client (RFC 6749, 4.1.2.1 and 5.2). The person who signs in cannot fix these errors.
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
 * Whether the provider could not be reached. For network failures Node's fetch throws a TypeError
 * with a cause, which the OpenID and the JWT library wrap in errors of their own.
 */
function isUnreachable(error: unknown): boolean {
  if (error instanceof jose.JWKSTimeout) return true;
  // jose throws these errors if the response is not a key set.
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
 * Converts a provider's failure to the error that the person gets: the provider is unreachable, or
 * it did not confirm the person's identity.
 */
export function convertIssuerError(error: unknown): DomainError {
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
 * Describes a failure for the log, without any data of the request or the response. The provider
 * chooses the value of `error`, so it is logged only if it has the form of a standard error code.
 */
export const describeOidcError = (error: unknown) => {
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
