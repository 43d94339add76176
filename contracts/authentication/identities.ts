import { z } from 'zod';
import { anyone, credentialInRequest, signedIn } from '../base/access';
import { SignedInUser, User } from '../accounts/accounts';
import { endpoint } from '../base/endpoint';
import { Instant, optionalMultilineText } from '../base/fields';

/**
 * The identity providers that can authenticate a person besides a password: OpenID providers, and
 * `ssoready`, which stands for an organization's own SAML sign-on (docs/specification.md, 7).
 */
export const identityProviders = ['google', 'microsoft', 'orcid', 'ssoready'] as const;
export const IdentityProvider = z.enum(identityProviders);
export type IdentityProvider = z.output<typeof IdentityProvider>;
/** The providers that speak OpenID Connect. */
export const oidcProviders = ['google', 'microsoft', 'orcid'] as const;
export const OidcProvider = z.enum(oidcProviders);
export type OidcProvider = z.output<typeof OidcProvider>;
/**
 * Only researchers may link an ORCID iD, which their profile shows; participants have no use for
 * one.
 */
export const mayLinkProvider = (provider: IdentityProvider, isResearcher: boolean) =>
  provider !== 'orcid' || isResearcher;

export const SignInMethods = z
  .object({ providers: z.array(OidcProvider), sso: z.boolean() })
  .meta({ id: 'SignInMethods' });
/** The sign-in methods that this server is configured for: the sign-in page offers only these. */
export const readSignInMethods = endpoint('GET', '/api/sign-in-methods/', {
  summary: 'The ways of signing in that this server is set up for',
  access: anyone,
  replies: { 200: SignInMethods },
});

const ProviderParams = z.strictObject({ provider: OidcProvider });
export const OidcStart = z
  .strictObject({
    purpose: z.enum(['sign-in', 'link']),
    remember: z.boolean().optional(),
    /**
     * Whether the person must sign in at the identity provider again, even if the person is still
     * signed in at the provider. Clients set this for actions that require a recent sign-in.
     */
    fresh: z.boolean().optional(),
    /**
     * If the identity has no account yet, the sign-in creates one: a participant's or, with an
     * invitation code, a researcher's.
     */
    is_researcher: z.boolean().optional(),
    invitation_code: optionalMultilineText(64).optional(),
  })
  .superRefine((v, ctx) => {
    if (v.is_researcher && !v.invitation_code)
      ctx.addIssue({ code: 'custom', path: ['invitation_code'], message: 'required' });
    if (!v.is_researcher && v.invitation_code !== undefined)
      ctx.addIssue({ code: 'custom', path: ['invitation_code'], message: 'not_allowed' });
  })
  .meta({ id: 'OidcStart' });
/**
 * The URL to redirect the browser to; `flow_key` stays in the browser and proves at the end that
 * the same browser started the flow.
 */
export const OidcFlow = z
  .object({ redirect_url: z.string(), flow_key: z.string(), expires_at: Instant })
  .meta({ id: 'OidcFlow' });
/**
 * `query` is the query string with which the provider redirected the browser to `/signin/callback`.
 */
export const OidcCallbackQuery = z
  .strictObject({ flow_key: z.string().min(1).max(200), query: z.string().min(1).max(8_000) })
  .meta({ id: 'OidcReturn' });
export const OidcOutcome = z
  .discriminatedUnion('outcome', [
    z.object({ outcome: z.literal('signed_in'), user: SignedInUser }),
    z.object({ outcome: z.literal('linked'), user: User }),
    /**
     * The email address already has an account. The person must sign in to that account, and then
     * link the identity with `PUT /api/identities/` and this token.
     */
    z.object({
      outcome: z.literal('proof_needed'),
      provider: OidcProvider,
      email: z.string(),
      link_token: z.string(),
      expires_at: Instant,
    }),
  ])
  .meta({ id: 'OidcOutcome' });

export const startOidc = endpoint('POST', '/api/oidc/{provider}/', {
  summary: 'Begin a sign-in at an OpenID provider, or the linking of one',
  access: { ...credentialInRequest(), policy: 'identity.link' },
  params: ProviderParams,
  body: OidcStart,
  replies: { 200: OidcFlow },
  errors: [
    'unsupported_issuer',
    'issuer_unavailable',
    'unauthenticated',
    'recent_sign_in_required',
    'email_not_verified',
    'forbidden',
  ],
});
export const finishOidc = endpoint('PUT', '/api/oidc/{provider}/', {
  summary: 'Finish what was begun at an OpenID provider',
  access: credentialInRequest(),
  params: ProviderParams,
  body: OidcCallbackQuery,
  replies: { 200: OidcOutcome },
  errors: [
    'unsupported_issuer',
    'issuer_unavailable',
    'issuer_refused',
    'sign_in_not_fresh',
    'invalid_flow',
    'invalid_invitation',
    'identity_taken',
    'identity_unknown',
    'account_disabled',
    'second_factor_required',
    'unauthenticated',
    'email_not_verified',
  ],
});

/**
 * `token` is the ID token of an OpenID provider. For `ssoready`, it is the token that `redeem`
 * returned. After a sign-in that ended with `proof_needed`, it is the `link_token`.
 */
export const LinkIdentity = z
  .strictObject({ provider: IdentityProvider, token: z.string().min(1).max(16_000) })
  .meta({ id: 'LinkIdentity' });
export const UnlinkIdentity = z
  .strictObject({ provider: IdentityProvider })
  .meta({ id: 'UnlinkIdentity' });
export const linkIdentity = endpoint('PUT', '/api/identities/', {
  summary: 'Link a further way of signing in',
  access: { ...signedIn, policy: 'identity.link' },
  body: LinkIdentity,
  replies: { 200: User },
  errors: [
    'unsupported_issuer',
    'issuer_unavailable',
    'identity_taken',
    'recent_sign_in_required',
    'email_not_verified',
    'forbidden',
  ],
});
export const unlinkIdentity = endpoint('DELETE', '/api/identities/', {
  summary: 'Unlink a way of signing in; never the last',
  access: signedIn,
  body: UnlinkIdentity,
  replies: { 200: User },
  errors: ['last_way_in', 'not_found', 'recent_sign_in_required'],
});
