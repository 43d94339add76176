import type { Config } from '../../config';
import type { Secrets } from '../../platform/security/secrets';

/**
 * The page of the web app to which every provider redirects the browser: register this address with
 * each.
 */
export const callbackUrl = (config: Config) => new URL('/signin/callback', config.publicWebUrl);

/**
 * Derived from the row's id, so that none of them is stored: 256 bits each, base64url, as RFC 7636
 * (4.1) requires of a verifier.
 */
export const secretsOfFlow = (secrets: Secrets, flowId: string) => ({
  state: secrets.linkKey('oidc-state', flowId),
  nonce: secrets.linkKey('oidc-nonce', flowId),
  verifier: secrets.linkKey('oidc-verifier', flowId),
});
