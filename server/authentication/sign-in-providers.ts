import { LinkIdentityHandler } from './link-identity.command';
import { FinishOidcHandler } from './oidc/finish-oidc.command';
import { IdTokens } from './oidc/id-tokens';
import { OidcProviders } from './oidc/oidc-providers';
import { StartOidcHandler } from './oidc/start-oidc.command';
import { SignInWithTokenHandler } from './sign-in-with-token.command';
import { UnlinkIdentityHandler } from './unlink-identity.command';

/** Signing in by somebody else's word. */
export const signInProviders = [
  OidcProviders,
  IdTokens,
  StartOidcHandler,
  FinishOidcHandler,
  SignInWithTokenHandler,
  LinkIdentityHandler,
  UnlinkIdentityHandler,
];
