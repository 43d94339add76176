import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../../support/app/app';
import { bodyOf } from '../../../support/app/body-of';
import { signingKey } from '../../../support/sign-in/certificate';
import { SamlIdp, type IdpOptions } from '../../../support/sign-in/saml-idp';
import type { SamlRequests } from './saml-people';

export interface SsoConnectionResponse {
  _id: string;
  domains: string[];
  entity_id: string;
  sso_url: string;
  enabled: boolean;
  certificates: { subject: string; sha256_fingerprint: string; not_after: string }[];
  last_test: { ok: boolean; code: string; detail: string | null } | null;
}

export const connectionsPath = '/api/saml/connections/';
export const idpSigningKey = signingKey();
/**
 * Makes an identity provider with a new name. All providers share one key, because generating a key
 * takes long.
 */
export const newIdp = (options: IdpOptions = {}) =>
  new SamlIdp(`https://idp-${randomUUID()}.example`, { key: idpSigningKey, ...options });

/** Makes the HTTP calls with which an administrator manages the connections of organizations. */
export const connectionRequestsOf = (running: RunningApp, saml: SamlRequests) => ({
  change: (id: string, body: object) =>
    running.http().put(`${connectionsPath}${id}/`).set(saml.administrator.headers).send(body),
  /** Begins a trial sign-on. @returns the address of the provider */
  beginTrial: async (id: string) => {
    const body = await bodyOf(
      running
        .http()
        .post(`${connectionsPath}${id}/test/`)
        .set(saml.administrator.headers)
        .expect(200),
    );
    return (body as { redirect_url: string }).redirect_url;
  },
});
