import type { Config } from '../../config';
import { type Secrets } from '../../platform/security/secrets';
import { sameBytes } from '../../platform/security/same-bytes';

/**
 * The page of the web app to which every provider redirects the browser: register this address with
 * each.
 */
export const callbackUrl = (config: Config) => new URL('/signin/callback', config.publicWebUrl);

export interface FlowSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/**
 * The secrets of a flow are derived from the row's id, so that none of them is stored: 256 bits each,
 * base64url, as RFC 7636 (4.1) requires of a verifier.
 */
export const secretsOfFlow = (secrets: Secrets, flowId: string): FlowSecrets => ({
  state: secrets.linkKey('oidc-state', flowId),
  nonce: secrets.linkKey('oidc-nonce', flowId),
  verifier: secrets.linkKey('oidc-verifier', flowId),
});

/**
 * The secrets of the flow whose state came back: the flow may have begun under a former version of the
 * server's key.
 * @returns undefined where no version made this state
 */
export function secretsOfReturned(
  secrets: Secrets,
  flowId: string,
  state: string,
): FlowSecrets | undefined {
  const at = secrets
    .linkKeys('oidc-state', flowId)
    .findIndex((one) => sameBytes(Buffer.from(one), Buffer.from(state)));
  const [nonce, verifier] = [
    secrets.linkKeys('oidc-nonce', flowId)[at],
    secrets.linkKeys('oidc-verifier', flowId)[at],
  ];
  return nonce === undefined || verifier === undefined ? undefined : { state, nonce, verifier };
}
