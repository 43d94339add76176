import type { Config } from '../../config';
import { type Secrets } from '../../platform/security/secrets';
import { areEqualBytes } from '../../platform/security/same-bytes';

/**
 * The page of the web app to which every provider redirects the browser. An operator registers this
 * address with each provider.
 */
export const callbackUrl = (config: Config) => new URL('/signin/callback', config.publicWebUrl);

export interface OidcFlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * Derives the secrets of a flow from the id of the flow's row, so that none of them is stored. Each
 * has 256 bits in base64url, as RFC 7636 (4.1) requires of a verifier.
 */
export const secretsOfFlow = (secrets: Secrets, flowId: string): OidcFlowSecrets => ({
  state: secrets.linkKey('oidc-state', flowId),
  nonce: secrets.linkKey('oidc-nonce', flowId),
  verifier: secrets.linkKey('oidc-verifier', flowId),
});

/**
 * Derives the secrets of a flow, and compares its `state` with the one that the provider sent back.
 * Tries all versions of the server's key, since the flow may have begun under a former version.
 * @returns undefined if no version gives this `state`
 */
export function secretsOfReturnedState(
  secrets: Secrets,
  flowId: string,
  state: string,
): OidcFlowSecrets | undefined {
  const at = secrets
    .linkKeys('oidc-state', flowId)
    .findIndex((one) => areEqualBytes(Buffer.from(one), Buffer.from(state)));
  const [nonce, verifier] = [
    secrets.linkKeys('oidc-nonce', flowId)[at],
    secrets.linkKeys('oidc-verifier', flowId)[at],
  ];
  return nonce === undefined || verifier === undefined ? undefined : { state, nonce, verifier };
}
