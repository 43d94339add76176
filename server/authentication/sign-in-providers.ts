import { LinkIdentityHandler } from './link-identity.command';
import { OidcSignIn } from './oidc/oidc-sign-in';
import { IdTokens } from './oidc/id-tokens';
import { OidcProviders } from './oidc/oidc-providers';
import { StartOidcFlow } from './oidc/start-oidc-flow';
import { UnlinkIdentityHandler } from './unlink-identity.command';

/** The providers (in Nest's sense) for signing in with identities of other providers. */
export const signInNestProviders = [
  OidcProviders,
  IdTokens,
  StartOidcFlow,
  OidcSignIn,
  LinkIdentityHandler,
  UnlinkIdentityHandler,
];
