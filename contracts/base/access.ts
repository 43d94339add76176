/** The kinds of credentials in the Authorization header (RFC 9110, 11.4). */
export type AuthorizationScheme = 'basic' | 'bearer';
/**
 * The name of an access rule, as `<object>.<action>`; the context that owns the object defines the
 * rule. The server registers each name once (server/access/access-policies.ts) and does not start
 * with an unknown name.
 */
export type PolicyName = `${string}.${string}`;

/**
 * What a researcher's API token may do (docs/decisions/api-tokens-and-webhooks.md). `read`: studies, sessions
 * and numbers. `manage`: change them, and decide about participations. `export`: read rows about
 * participants, as far as the privacy level lets the researcher see them.
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
   * How the server finds the study that a call is about, for tokens that are restricted to some
   * studies: from the `id` in the path, which names a study, session, slot or run, or from the
   * query (`query`). Null where a call is about no single study: restricted tokens are refused.
   */
  readonly study: 'study' | 'session' | 'slot' | 'run' | 'query' | null;
  /**
   * Set for a call that uses another method than GET, but only copies what the scope may read. It
   * does not require the scope `manage`.
   */
  readonly copies?: true;
  /**
   * Set only with the scope `export`: the call does not count against the rate limit of that scope.
   * The limit prevents a program from watching how a list of participants changes, which this call
   * does not show.
   */
  readonly uncounted?: true;
}

interface Rule<Who extends string, Token extends TokenRequirement = never> {
  readonly who: Who;
  /**
   * The name of a further rule for callers whom `who` admits. Needed if access also depends on the
   * requested object or on a part of the request.
   */
  readonly policy?: PolicyName;
  readonly token?: Token;
}
/** Who may make a call, as a closed list; the constants below explain each value. */
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
 * The request carries a credential of its own: a password (Basic), another issuer's token, a key in
 * the body. A valid token of ours identifies the caller; an invalid one is ignored.
 * @param schemes those of the Authorization header, for the OpenAPI document
 */
export const credentialInRequest = (...schemes: readonly AuthorizationScheme[]) =>
  ({ who: 'own credential', schemes }) as const satisfies Access;
/** Every caller with a valid token, whatever their role. */
export const signedIn = { who: 'signed in' } as const satisfies Access;
/**
 * The caller must be signed in, except for the values of `action` in the body that carry a credential of
 * their own: the key from a mail, or the token to revoke. These accept a valid token and ignore an invalid one.
 */
export const signedInExceptForActions = (...exceptActions: readonly string[]) =>
  ({ who: 'signed in', exceptActions }) as const satisfies Access;
/** Researchers, reviewed or not (docs/domain.md, 1). */
export const researchersOnly = { who: 'researcher' } as const satisfies Access;
/**
 * Researchers, students whom a classroom lets build studies for their class, and accounts with a role in such a study
 * (docs/domain.md, 8). Only researchers have API tokens.
 */
export const studyBuildersOnly = { who: 'builder' } as const satisfies Access;
/**
 * Administrators; one who signed in without the second factor that this server requires gets
 * `second_factor_missing` (docs/decisions/sign-in-protection.md).
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
