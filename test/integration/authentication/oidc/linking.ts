import { randomUUID } from 'node:crypto';
import { timeOrderedId } from '../../../../server/platform/db/ids';
import { encryptProfile } from '../../../../server/authentication/saml/sso-tokens';
import { sha256 } from '../../../../server/platform/security/secrets';
import type { RunningApp } from '../../../support/app/app';
import { bearer, freshEmail } from '../../accounts/account-requests';
import {
  adasClaims,
  oidcRequestsOf,
  microsoftTenant,
  type OidcIssuers,
  type ProviderName,
} from './oidc-people';

export const errorCodeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;

/** Links and unlinks identities over HTTP, as a signed-in person. */
export const identityRequestsOf = (running: RunningApp, issuers: OidcIssuers) => {
  const oidc = oidcRequestsOf(running, issuers);
  const link = (token: string, body: object) =>
    running.http().put('/api/identities/').set(bearer(token)).send(body);
  const unlink = (token: string, provider: string) =>
    running.http().delete('/api/identities/').set(bearer(token)).send({ provider });
  const linkNew = async (token: string, provider: ProviderName, more: object = {}) => {
    const claims = adasClaims(provider === 'microsoft' ? { tid: microsoftTenant, ...more } : more);
    await link(token, { provider, token: await issuers[provider].idToken(claims) }).expect(200);
    return claims;
  };
  /** Makes a new account without a password, signed in by Google. */
  const viaGoogle = async () => {
    const claims = adasClaims();
    return {
      claims,
      ...((await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200))
        .body as {
        _id: string;
        token: string;
        email: string;
      }),
    };
  };
  /**
   * Inserts a single sign-on token of a new organization into the database.
   */
  const ssoToken = async (subject: string, expires = '5 minutes') => {
    const [connection] = await running.source.query<{ id: string }[]>(
      `INSERT INTO identity.saml_connection (id, organization, entity_id, sso_url, certificates, enabled)
       VALUES ($1, 'Uni', $2, 'https://idp.test/sso', '{}', true) RETURNING id`,
      [timeOrderedId(), `https://idp-${randomUUID()}.test`],
    );
    const token = randomUUID();
    const person = {
      provider: 'ssoready' as const,
      issuer: 'https://idp.test',
      subject,
      email: freshEmail(),
      email_verified: true,
      first_name: 'Ada',
      last_name: 'L',
    };
    await running.source.query(
      `INSERT INTO identity.sso_token (hash, connection_id, person, expires_at) VALUES ($1, $2, $3, now() + $4::interval)`,
      [sha256(token), connection?.id, encryptProfile(token, person), expires],
    );
    return token;
  };
  return { link, unlink, linkNew, viaGoogle, ssoToken };
};
