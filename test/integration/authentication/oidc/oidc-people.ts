import { randomInt, randomUUID } from 'node:crypto';
import { startApp, type RunningApp, type StartOptions } from '../../../support/app/app';
import {
  startOidcProvider,
  type OidcClaims,
  type ProviderBrowser,
  type TestProvider,
} from '../../../support/sign-in/oidc-provider';
import { rerouteFetch } from '../../../support/sign-in/providers/reroute-fetch';
import { bearer, freshEmail } from '../../accounts/account-requests';

export const microsoftTenant = '11111111-2222-4333-8444-555555555555';
export const microsoftOrigin = 'https://login.microsoftonline.com';
export type ProviderName = 'google' | 'microsoft' | 'orcid';

export interface OidcIssuers {
  google: TestProvider;
  microsoft: TestProvider;
  orcid: TestProvider;
  environment: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Starts three real providers. Microsoft's is served under its public address, because the server
 * recognises Microsoft's issuers (one for each tenant) by that address.
 */
export async function startOidcIssuers(): Promise<OidcIssuers> {
  const [google, microsoft, orcid] = await Promise.all([
    startOidcProvider({ clientId: 'client-of-google' }),
    startOidcProvider({
      clientId: 'client-of-microsoft',
      issuer: `${microsoftOrigin}/${microsoftTenant}/v2.0`,
      template: { path: '/common/v2.0', issuer: `${microsoftOrigin}/{tenantid}/v2.0` },
    }),
    startOidcProvider({ clientId: 'client-of-orcid' }),
  ]);
  const undo = rerouteFetch(microsoftOrigin, microsoft.url);
  return {
    google,
    microsoft,
    orcid,
    environment: {
      GOOGLE_CLIENT_ID: google.clientId,
      GOOGLE_CLIENT_SECRET: google.clientSecret,
      GOOGLE_ISSUER_URL: google.issuer,
      MICROSOFT_CLIENT_ID: microsoft.clientId,
      MICROSOFT_CLIENT_SECRET: microsoft.clientSecret,
      MICROSOFT_ISSUER_URL: `${microsoftOrigin}/common/v2.0`,
      ORCID_CLIENT_ID: orcid.clientId,
      ORCID_CLIENT_SECRET: orcid.clientSecret,
      ORCID_ISSUER_URL: orcid.issuer,
    },
    async close() {
      undo();
      await Promise.all([google.stop(), microsoft.stop(), orcid.stop()]);
    },
  };
}

/** Starts an application that is set up with these providers. */
export async function startAppWithOidcIssuers(
  issuers: OidcIssuers,
  options: StartOptions = {},
): Promise<RunningApp> {
  return startApp({ ...options, environment: { ...issuers.environment, ...options.environment } });
}

/** Makes the HTTP calls that the web app makes when a person signs in at a provider. */
export const oidcRequestsOf = (running: RunningApp, issuers: OidcIssuers) => {
  const start = (provider: string, body: object = { purpose: 'sign-in' }, token?: string) => {
    const request = running.http().post(`/api/oidc/${provider}/`);
    return (token === undefined ? request : request.set(bearer(token))).send(body);
  };
  const finish = (provider: string, body: object, token?: string) => {
    const request = running.http().put(`/api/oidc/${provider}/`);
    return (token === undefined ? request : request.set(bearer(token))).send(body);
  };
  /**
   * Starts a sign-in and visits the provider.
   * @returns the flow key of the sign-in, and the query with which the provider sends the browser
   * back
   */
  const begin = async (
    provider: ProviderName,
    claims: OidcClaims,
    body?: object,
    token?: string,
    browser?: ProviderBrowser,
  ) => {
    const { redirect_url, flow_key } = (await start(provider, body, token).expect(200)).body as {
      redirect_url: string;
      flow_key: string;
    };
    return { flow_key, query: await issuers[provider].visit(redirect_url, claims, browser) };
  };
  /**
   * Does a whole sign-in at a provider.
   * @param status the expected status of the last response
   * @returns the last response
   */
  const through = async (
    status: number,
    provider: ProviderName,
    claims: OidcClaims,
    body?: object,
    token?: string,
    browser?: ProviderBrowser,
  ): Promise<unknown> => {
    const answer = await finish(
      provider,
      await begin(provider, claims, body, token, browser),
      token,
    );
    expect([answer.status, answer.body]).toEqual([status, answer.body]);
    return answer.body;
  };
  /** Signs in with an ID token that the client got directly from the provider. */
  const withToken = (provider: string, token: string, query = '') =>
    running.http().get(`/api/users/profile/?token_issuer=${provider}${query}`).set(bearer(token));
  return { start, finish, begin, through, withToken };
};

export const freshSubject = () => `subject-${randomUUID()}`;
/** Makes the claims of a provider about a new person, whose address it has verified. */
export const adasClaims = (more: object = {}) => ({
  sub: freshSubject(),
  email: freshEmail(),
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  ...more,
});
/** Makes a random ORCID iD; the last character is the checksum (ISO 7064, MOD 11-2). */
export const freshOrcid = () => {
  const digits = `00000002${String(randomInt(10_000_000)).padStart(7, '0')}`;
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
};
