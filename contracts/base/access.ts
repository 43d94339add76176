/** The kinds of credentials in the Authorization header (RFC 9110, 11.4). */
export type AuthorizationScheme = 'basic' | 'bearer';
/**
 * The name of an access rule, as `<object>.<action>`; the context that owns the object defines the
 * rule. The server registers each name once (server/access/access-policies.ts) and does not start
 * with an unknown name.
 */
export type PolicyName = `${string}.${string}`;

/**
 * What a researcher's API token may do (docs/decisions/api-tokens-and-webhooks.md).
 * - `read`: read studies, sessions and counts.
 * - `manage`: change studies and sessions, and decide about participations.
 * - `export`: read rows about participants, if the privacy level lets the researcher see them.
 */
export const tokenScopes = ['read', 'manage', 'export'] as const;
export type TokenScope = (typeof tokenScopes)[number];
/**
 * The scope that an API token needs for this call. A call without this requirement accepts no API
 * tokens.
 */
export interface TokenRequirement {
  readonly scope: TokenScope;
  /**
   * How the server finds the study that a call is about. A token that is restricted to some studies
   * may make the call only for these studies.
   * - `study`, `session`, `slot`, `run`: the `id` in the path names this object;
   * - `query`: the query names the study;
   * - null: the call is about no single study, and the server refuses restricted tokens.
   */
  readonly study: 'study' | 'session' | 'slot' | 'run' | 'query' | null;
  /**
   * Set for a call that is not a GET, but changes no study: it only copies data that a token with
   * the required `scope` may read. The token does not need the scope `manage` for this call.
   */
  readonly copies?: true;
  /**
   * Set for a call that needs the scope `export`, but does not count against the rate limit of this
   * scope. The limit prevents programs from watching how a list of participants changes. This call
   * needs no limit, since its response contains no list of participants.
   */
  readonly uncounted?: true;
}

interface Rule<Who extends string, Token extends TokenRequirement = never> {
  readonly who: Who;
  /**
   * The name of a rule that the server checks in addition to `who`. It is needed if access also
   * depends on the requested object or on a part of the request.
   */
  readonly policy?: PolicyName;
  readonly token?: Token;
}
/** Who may make a call. The constants below explain each value. */
export type Access =
  | Rule<'anyone'>
  | Rule<'visitor or signed in', TokenRequirement>
  | (Rule<'own credential'> & { readonly schemes: readonly AuthorizationScheme[] })
  | (Rule<'signed in', TokenRequirement> & { readonly exceptActions?: readonly string[] })
  | Rule<'researcher', TokenRequirement>
  | Rule<'builder', TokenRequirement>
  | Rule<'administrator'>
  | Rule<'people finder'>;
export type CallerKind = Access['who'];

/**
 * Every caller may make the call, and the server reads no token. Either the response is the same
 * for all callers, or knowing the address (a signed URL) is the permission.
 */
export const anyone = { who: 'anyone' } as const satisfies Access;
/**
 * Every caller may make the call, and a signed-in caller gets a fuller response. An invalid token
 * is refused with 401 instead of ignored, so that a client whose sign-in has ended learns of it.
 */
export const visitorOrSignedIn = { who: 'visitor or signed in' } as const satisfies Access;
/**
 * The request carries a credential of its own: a password (Basic), a token of another issuer, or a
 * key in the body. If the request also carries a valid token of this server, this token identifies
 * the caller. The server ignores an invalid token.
 * @param schemes the schemes of the Authorization header that the OpenAPI document lists
 */
export const credentialInRequest = (...schemes: readonly AuthorizationScheme[]) =>
  ({ who: 'own credential', schemes }) as const satisfies Access;
/** Every caller with a valid token, whatever their role. */
export const signedIn = { who: 'signed in' } as const satisfies Access;
/**
 * The caller must be signed in, except for the given values of `action` in the body. Requests with
 * these actions contain another credential: the key from a mail, or the token to revoke. They may
 * carry a token as well; an invalid token is ignored.
 */
export const signedInExceptForActions = (...exceptActions: readonly string[]) =>
  ({ who: 'signed in', exceptActions }) as const satisfies Access;
/** Researchers, reviewed or not (docs/domain.md, 1). */
export const researchersOnly = { who: 'researcher' } as const satisfies Access;
/**
 * Researchers, students whom a classroom lets build studies for their class, and accounts with a role in such a study
 * (docs/domain.md, 8). Of these accounts, only those of researchers can have API tokens.
 */
export const studyBuildersOnly = { who: 'builder' } as const satisfies Access;
/**
 * Administrators. If this server requires a second factor of them, a call after a sign-in without
 * it is refused with `second_factor_missing` (docs/decisions/sign-in-protection.md).
 */
export const administratorsOnly = { who: 'administrator' } as const satisfies Access;
/**
 * Researchers and administrators: a researcher can find researchers, an administrator all people.
 */
export const researchersOrAdministrators = { who: 'people finder' } as const satisfies Access;

/**
 * The authentication schemes that the OpenAPI document lists for a call; empty if the call needs no
 * credentials.
 */
export function documentedSchemes(access: Access): readonly AuthorizationScheme[] {
  switch (access.who) {
    case 'anyone':
    case 'visitor or signed in':
      return [];
    case 'own credential':
      return access.schemes;
    case 'signed in':
      return access.exceptActions ? [] : ['bearer'];
    case 'researcher':
    case 'builder':
    case 'administrator':
    case 'people finder':
      return ['bearer'];
  }
}
