import { z } from 'zod';
import { researchersOnly, tokenScopes } from '../base/access';
import { endpoint } from '../base/endpoint';
import { Day, Id, IdParams, Instant, singleLine, pageSchemaOf } from '../base/fields';
import { limits } from '../base/limits';
import { apiTokensLimits } from './limits';

export const TokenScope = z.enum(tokenScopes);
const Scopes = z.array(TokenScope).min(1).max(tokenScopes.length);

/** A key for the researcher's own programs (docs/decisions/api-tokens-and-webhooks.md). */
export const ApiToken = z
  .object({
    _id: Id,
    name: z.string(),
    /** The first characters of the token, by which its holder recognises it. */
    start: z.string(),
    scopes: z.array(TokenScope),
    /**
     * The studies that the token may access; null for all studies of the researcher. `title` is
     * null where the researcher may no longer read the study.
     */
    studies: z.array(z.object({ _id: Id, title: z.string().nullable() })).nullable(),
    created_at: Instant,
    expires_at: Instant,
    /** The day (UTC) on which the token was last used; null if it never was. */
    last_used_on: Day.nullable(),
  })
  .meta({ id: 'ApiToken' });
export type ApiToken = z.output<typeof ApiToken>;
/** The answer to the creation of a token. No other answer contains the token itself. */
export const ApiTokenWithSecret = ApiToken.extend({ token: z.string() }).meta({
  id: 'ApiTokenWithSecret',
});
export type ApiTokenWithSecret = z.output<typeof ApiTokenWithSecret>;

export const listApiTokens = endpoint('GET', '/api/api-tokens/', {
  summary: 'The own API tokens, the newest first; expired ones for a while',
  access: researchersOnly,
  replies: { 200: pageSchemaOf(ApiToken) },
  errors: ['forbidden'],
});
export const makeApiToken = endpoint('POST', '/api/api-tokens/', {
  summary: 'Make an API token; soon after a sign-in only',
  access: { ...researchersOnly, policy: 'api-token.make' },
  body: z.strictObject({
    name: singleLine(limits.name),
    scopes: Scopes,
    days: z.literal(apiTokensLimits.apiTokenDays),
    study_ids: z.array(Id).min(1).max(apiTokensLimits.apiTokenStudies).nullable().default(null),
  }),
  replies: { 201: ApiTokenWithSecret },
  errors: [
    'forbidden',
    'email_not_verified',
    'recent_sign_in_required',
    'too_many_api_tokens',
    'not_found',
  ],
});
export const endApiToken = endpoint('DELETE', '/api/api-tokens/{id}/', {
  summary: 'End an API token: its next call is refused',
  access: { ...researchersOnly, policy: 'api-token.own' },
  params: IdParams,
  replies: { 204: null },
  errors: ['forbidden', 'not_found'],
});
