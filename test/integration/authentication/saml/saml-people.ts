import type { SamlConnection } from '../../../../contracts/authentication/saml';
import type { TestPerson } from '../../../support/people/people';
import { makeAdministrator } from '../../../support/people/people';
import type { RunningApp } from '../../../support/app/app';
import {
  SamlIdp,
  type SignOnResponse,
  type IdpOptions,
  type SignOnRequest,
} from '../../../support/sign-in/saml-idp';
import type { SamlResponseContent } from '../../../support/sign-in/providers/saml-response';
import { bodyOf } from '../../../support/app/body-of';
import { unique } from '../../../support/chance/unique';

/**
 * Reads the result of a single sign-on from the address to which the server finally sends the
 * browser.
 * @returns an error code, 'signed on', or 'nothing' if the address shows neither of them
 */
export const signOnResultOf = (url: URL) =>
  url.searchParams.get('error') ??
  (url.searchParams.has('saml_access_code') ? 'signed on' : 'nothing');

export interface ConnectedProvider {
  idp: SamlIdp;
  domain: string;
  id: string;
}

/**
 * Makes the HTTP calls of single sign-on: those of an administrator, of a person's browser and of
 * an identity provider.
 */
export async function samlRequestsOf(running: RunningApp) {
  const { http } = running;
  const administrator: TestPerson = await makeAdministrator(running.source);
  const metadata = (await http().get('/api/saml/metadata/').expect(200)).text;

  const add = (idp: SamlIdp, domains: string[], more: object = {}) =>
    http()
      .post('/api/saml/connections/')
      .set(administrator.headers)
      .send({
        organization: 'University of Somewhere',
        domains,
        metadata_xml: idp.metadata(),
        ...more,
      });
  const connect = async (
    options: IdpOptions = {},
    more: object = {},
  ): Promise<ConnectedProvider> => {
    const domain = `uni-${unique()}.test`;
    const idp = new SamlIdp(`https://idp.${domain}`, options);
    const body = await bodyOf(add(idp, [domain], { enabled: true, ...more }).expect(201));
    return { idp, domain, id: (body as { _id: string })._id };
  };
  const redirectUrl = async (email: string, query: object = {}, to = running) =>
    (
      (
        await to
          .http()
          .get('/api/saml/redirect_url/')
          .query({ user_email: email, ...query })
          .expect(200)
      ).body as { redirect_url: string }
    ).redirect_url;
  /** Makes the identity provider's response to a single sign-on that began at this server. */
  const answerFrom = async (
    uni: ConnectedProvider,
    said: Partial<SamlResponseContent> = {},
    edit?: (xml: string) => string,
  ): Promise<SignOnResponse> => {
    return say(
      uni,
      await uni.idp.asked(await redirectUrl(`somebody@${uni.domain}`), metadata),
      said,
      edit,
    );
  };
  const post = (answer: { SAMLResponse: string; RelayState?: string }, to = running) =>
    to.http().post('/api/saml/acs/').type('form').send(answer);
  /** Posts the provider's form. @returns the URL to which the server redirects the browser */
  const after = async (
    answer: { SAMLResponse: string; RelayState?: string },
    to = running,
  ): Promise<URL> => new URL(String((await post(answer, to).expect(303)).headers.location));
  const errorAfter = async (answer: { SAMLResponse: string; RelayState?: string }) =>
    (await after(answer)).searchParams.get('error');
  const codeAfter = async (answer: SignOnResponse, to = running) =>
    (await after(answer, to)).searchParams.get('saml_access_code') ?? '';
  const redeem = (code: string) =>
    http().get('/api/saml/redeem/').query({ saml_access_code: code });
  const tokenAfter = async (answer: SignOnResponse) =>
    ((await redeem(await codeAfter(answer)).expect(200)).body as { token: string }).token;
  const profile = (token: string, query: object = {}) =>
    http()
      .get('/api/users/profile/')
      .query({ token_issuer: 'ssoready', ...query })
      .set('authorization', `Bearer ${token}`);
  /** Signs in with the response. @returns the account and its new token */
  const enter = async (answer: SignOnResponse, query: object = {}) => {
    const { _id, token } = (await profile(await tokenAfter(answer), query).expect(200)).body as {
      _id: string;
      token: string;
    };
    return { _id, token, headers: { authorization: `Bearer ${token}` } };
  };
  const connectionOf = async (id: string) => {
    const body = await bodyOf(
      http()
        .get('/api/saml/connections/')
        .query({ limit: 200 })
        .set(administrator.headers)
        .expect(200),
    );
    return (body as { items: SamlConnection[] }).items.find((c) => c._id === id);
  };
  /**
   * Posts a forged response twice: to a sign-in, which shows only a public error code, and to an
   * administrator's trial sign-on, which also stores the reason.
   * @returns the public error code and the reason
   */
  const refusalOf = async (
    uni: ConnectedProvider,
    forge: (request: SignOnRequest) => Promise<SignOnResponse>,
  ): Promise<[string | null, string | undefined]> => {
    const error = await errorAfter(
      await forge(await uni.idp.asked(await redirectUrl(`somebody@${uni.domain}`), metadata)),
    );
    const body = await bodyOf(
      http().post(`/api/saml/connections/${uni.id}/test/`).set(administrator.headers).expect(200),
    );
    await after(
      await forge(await uni.idp.asked((body as { redirect_url: string }).redirect_url, metadata)),
    );
    return [error, (await connectionOf(uni.id))?.last_test?.code];
  };
  /**
   * Makes a signed response to a request; `said` replaces parts of its content before the provider
   * signs it.
   */
  const say = (
    uni: ConnectedProvider,
    request: SignOnRequest,
    said: Partial<SamlResponseContent> = {},
    edit?: (xml: string) => string,
  ) =>
    uni.idp.answer(
      request,
      metadata,
      { attributes: { mail: `somebody@${uni.domain}`, givenName: 'Grace', sn: 'Hopper' }, ...said },
      edit,
    );
  return {
    administrator,
    refusalOf,
    say,
    metadata,
    add,
    connect,
    redirectUrl,
    answerFrom,
    post,
    after,
    errorAfter,
    codeAfter,
    redeem,
    tokenAfter,
    profile,
    enter,
    connectionOf,
  };
}
export type SamlRequests = Awaited<ReturnType<typeof samlRequestsOf>>;
