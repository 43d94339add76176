import { startApp, type RunningApp, type StartOptions } from '../../../support/app';
import {
  rerouteFetch,
  startOidcProvider,
  type OidcClaims,
  type OpenBrowser,
  type TestProvider,
} from '../../../support/oidc-provider';
import { bearer } from '../../accounts/people-of';

export const tenant = '11111111-2222-4333-8444-555555555555';
export const microsoftOrigin = 'https://login.microsoftonline.com';
export type ProviderName = 'google' | 'microsoft' | 'orcid';

export interface Issuers {
  google: TestProvider;
  microsoft: TestProvider;
  orcid: TestProvider;
  environment: Record<string, string>;
  close(): Promise<void>;
}

/**
 * Three real providers; Microsoft's stands behind its own public address, since its issuer for many
 * tenants is known by that.
 */
export async function startIssuers(): Promise<Issuers> {
  const [google, microsoft, orcid] = await Promise.all([
    startOidcProvider({ clientId: 'client-of-google' }),
    startOidcProvider({
      clientId: 'client-of-microsoft',
      issuer: `${microsoftOrigin}/${tenant}/v2.0`,
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

export async function startAppWith(
  issuers: Issuers,
  options: StartOptions = {},
): Promise<RunningApp> {
  return startApp({ ...options, environment: { ...issuers.environment, ...options.environment } });
}

/** What the web app does at a provider's button, over HTTP. */
export const oidcOf = (running: RunningApp, issuers: Issuers) => {
  const start = (provider: string, body: object = { purpose: 'sign-in' }, token?: string) => {
    const request = running.http().post(`/api/oidc/${provider}/`);
    return (token === undefined ? request : request.set(bearer(token))).send(body);
  };
  const finish = (provider: string, body: object, token?: string) => {
    const request = running.http().put(`/api/oidc/${provider}/`);
    return (token === undefined ? request : request.set(bearer(token))).send(body);
  };
  /** Up to the browser's return. */
  const begin = async (
    provider: ProviderName,
    claims: OidcClaims,
    body?: object,
    token?: string,
    browser?: OpenBrowser,
  ) => {
    const { redirect_url, flow_key } = (await start(provider, body, token).expect(200)).body as {
      redirect_url: string;
      flow_key: string;
    };
    return { flow_key, query: await issuers[provider].visit(redirect_url, claims, browser) };
  };
  /** All of it, to the status that is expected; answers the body. */
  const through = async (
    status: number,
    provider: ProviderName,
    claims: OidcClaims,
    body?: object,
    token?: string,
    browser?: OpenBrowser,
  ): Promise<unknown> => {
    const answer = await finish(
      provider,
      await begin(provider, claims, body, token, browser),
      token,
    );
    expect([answer.status, answer.body]).toEqual([status, answer.body]);
    return answer.body;
  };
  /** With an ID token in hand. */
  const withToken = (provider: string, token: string, query = '') =>
    running.http().get(`/api/users/profile/?token_issuer=${provider}${query}`).set(bearer(token));
  return { start, finish, begin, through, withToken };
};

let last = 0;
export const freshSubject = () => `subject-${++last}-${process.pid}`;
/** A real ORCID iD for each number: its last character is computed. */
export const freshOrcid = () => {
  const digits = `00000002${String(++last).padStart(7, '0')}`;
  let total = 0;
  for (const digit of digits) total = (total + Number(digit)) * 2;
  const check = (12 - (total % 11)) % 11;
  return `${digits}${check === 10 ? 'X' : check}`.replace(/(.{4})(?=.)/g, '$1-');
};
