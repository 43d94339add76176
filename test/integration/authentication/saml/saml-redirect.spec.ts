import { inflateRawSync } from 'node:zlib';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { SamlIdp } from '../../../support/sign-in/saml-idp';
import { samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

const requestIn = (url: string) =>
  inflateRawSync(
    Buffer.from(new URL(url).searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString();

describe('The provider address for a mail address', () => {
  beforeAll(() =>
    saml.add(new SamlIdp('https://idp.uni-1.test'), ['uni-1.test'], { enabled: true }).expect(201),
  );

  it('depends on the domain only: known and unknown mail addresses get the same response', async () => {
    const uni = await saml.connect();
    await saml.profile(await saml.tokenAfter(await saml.answerFrom(uni))).expect(200);
    const shape = async (email: string) => {
      const url = await saml.redirectUrl(email);
      return [
        new URL(url).origin,
        [...new URL(url).searchParams.keys()],
        requestIn(url).replace(/ID="[^"]*"|IssueInstant="[^"]*"/g, ''),
      ];
    };
    expect(await shape(`somebody@${uni.domain}`)).toEqual(
      await shape(`nobody-at-all@${uni.domain}`),
    );
  });

  it.each([
    ['nobody@elsewhere.test'],
    ['nobody'],
    ['@'],
    ['a@b@'],
    ['x@sub.uni-1.test'],
    [`' OR 1=1 --@uni-1.test'`],
  ])('is not found for %j', async (email) => {
    expect(
      (await running.http().get('/api/saml/redirect_url/').query({ user_email: email }).expect(404))
        .body,
    ).toMatchObject({ code: 'no_sso_for_domain' });
  });

  it.each(['', '?user_email=', '?fresh=true'])(
    'requires a mail address: %j has none',
    async (query) => {
      expect(
        (await running.http().get(`/api/saml/redirect_url/${query}`).expect(400)).body,
      ).toMatchObject({
        code: 'validation_failed',
        fields: [{ path: 'user_email', code: 'required' }],
      });
    },
  );

  it('contains a request with a random id that requests a persistent name ID', async () => {
    const uni = await saml.connect();
    const [one, two] = [
      requestIn(await saml.redirectUrl(`a@${uni.domain}`)),
      requestIn(await saml.redirectUrl(`a@${uni.domain}`)),
    ];
    const idOf = (xml: string) => / ID="(_[0-9a-f]{40})"/.exec(xml)?.[1];
    expect(idOf(one)).toBeDefined();
    expect(idOf(one)).not.toBe(idOf(two));
    expect(one).toContain('nameid-format:persistent');
    expect(one).not.toContain('RequestedAuthnContext');
  });
});
