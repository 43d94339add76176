import { documentedSchemes } from './access';
import type { Endpoint } from './endpoint';
import type { ErrorCode } from './errors';

/** The error codes that any endpoint may send. */
const always = [
  'too_many_requests',
  'internal',
  'unavailable',
  'ask_again',
  'validation_failed',
  'token_in_url',
] as const;
/** The error codes of a call that accepts API tokens. */
const ofTokens = ['unauthenticated', 'forbidden', 'scope_missing', 'token_bound'] as const;
const ofBody = ['malformed_body', 'too_large', 'unsupported_media_type'] as const;
/** The error codes that follow from an endpoint's method, parameters or access. */
export type GeneralErrorCode =
  | (typeof always)[number]
  | (typeof ofBody)[number]
  | 'not_found'
  | 'unauthenticated';

/**
 * Every error code that a call of this endpoint can return; a code may be listed twice. The OpenAPI
 * document and the tests' fake server use the list.
 */
export const possibleErrors = (e: Endpoint): ErrorCode[] => [
  ...(e.errors ?? []),
  ...always,
  ...(e.method === 'GET' ? [] : ofBody),
  ...(e.params ? ['not_found' as const] : []),
  ...(e.access.token ? ofTokens : []),
  ...(documentedSchemes(e.access).length > 0 ? ['unauthenticated' as const] : []),
  ...(e.access.who !== 'anyone' && !e.access.token ? ['token_not_accepted' as const] : []),
];
