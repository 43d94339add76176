/** How the Authorization header names the credential (RFC 9110, 11.4). */
export type Scheme = 'basic' | 'bearer';
/**
 * A rule of the context that owns the thing, as `<thing>.<deed>`. The server registers each name
 * once (server/access/access-policies.ts) and does not start with a name that it does not know.
 */
export type PolicyName = `${string}.${string}`;

interface Rule<Who extends string> {
  readonly who: Who;
  /**
   * Decides further, for those whom `who` lets through: because the rule depends on the thing that
   * is asked for, or on a part of the request.
   */
  readonly policy?: PolicyName;
}
/** Who may call: the closed vocabulary. The constants below say what each means. */
export type Access =
  | Rule<'anyone'>
  | Rule<'visitor or signed in'>
  | (Rule<'own credential'> & { readonly schemes: readonly Scheme[] })
  | (Rule<'signed in'> & { readonly exceptActions?: readonly string[] })
  | Rule<'researcher'>
  | Rule<'administrator'>
  | Rule<'people finder'>;
export type Who = Access['who'];

/** No token is read: the answer is the same for everybody, or the address is the permission. */
export const anyone = { who: 'anyone' } as const satisfies Access;
/**
 * Says more to a person who is signed in. A bad token is refused (401) instead of ignored, so that
 * a client whose sign-in has ended learns of it.
 */
export const visitorOrSignedIn = { who: 'visitor or signed in' } as const satisfies Access;
/**
 * The request carries a credential of its own: a password (Basic), another issuer's token, a key in
 * the body. A good token of ours tells who asks; a bad one is ignored.
 * @param schemes those of the Authorization header, for the OpenAPI document
 */
export const ownCredential = (...schemes: readonly Scheme[]) =>
  ({ who: 'own credential', schemes }) as const satisfies Access;
/** Anybody with a good token, whatever their role. */
export const signedIn = { who: 'signed in' } as const satisfies Access;
/**
 * Signed in, but for the actions of the body (`action`) that carry a credential of their own: the
 * key of a mail, the token that is to end. These know a good token and ignore a bad one.
 */
export const signedInExcept = (...exceptActions: readonly string[]) =>
  ({ who: 'signed in', exceptActions }) as const satisfies Access;
/** Researchers, reviewed or not (docs/domain.md, 1). */
export const researchersOnly = { who: 'researcher' } as const satisfies Access;
/**
 * Administrators; one who signed in without the second factor that this server asks of them is told
 * `second_factor_missing` (decision 0023).
 */
export const administratorsOnly = { who: 'administrator' } as const satisfies Access;
/** Researchers, who find researchers, and administrators, who find everybody. */
export const peopleFinders = { who: 'people finder' } as const satisfies Access;

/** The schemes that the OpenAPI document names; none where a call works without any. */
export function documentedSchemes(access: Access): readonly Scheme[] {
  switch (access.who) {
    case 'anyone':
    case 'visitor or signed in':
      return [];
    case 'own credential':
      return access.schemes;
    case 'signed in':
      return access.exceptActions ? [] : ['bearer'];
    case 'researcher':
    case 'administrator':
    case 'people finder':
      return ['bearer'];
  }
}
