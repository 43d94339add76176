import { request, type IncomingMessage } from 'node:http';
import { authenticationLimits } from '../../../../contracts/authentication/limits';
import { startApp } from '../../../support/app/app';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { signOnResultOf, samlRequestsOf, type SamlRequests } from './saml-people';
import { startTimeoutMs } from '../../../support/app/starting-takes';

/** The page that shows a refusal and its request id. The log has the reason under this id. */
const refusedPage =
  /^http:\/\/web\.test:5173\/signin\/sso\?error=issuer_refused&request_id=[0-9a-f-]{36}$/;
let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

describe('The form that the identity provider posts', () => {
  it.each<[string, object | string]>([
    ['has no answer in it', { RelayState: 'x' }],
    ['has an empty one', { SAMLResponse: '' }],
    ['is empty', ''],
    ['has two', 'SAMLResponse=YQ==&SAMLResponse=YQ=='],
    ['has no base64', { SAMLResponse: '<xml/>' }],
    [
      'has a request to end a session in it',
      {
        SAMLRequest: Buffer.from(
          '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol"/>',
        ).toString('base64'),
      },
    ],
  ])('leads back to the sign-in page when it %s', async (_, form) => {
    const { headers } = await running
      .http()
      .post('/api/saml/acs/')
      .type('form')
      .send(form)
      .expect(303);
    expect(headers.location).toMatch(refusedPage);
  });

  it('leads back to the sign-in page when it is too large; the limit is higher than for other bodies', async () => {
    const answer = `SAMLResponse=${encodeURIComponent((await saml.answerFrom(await saml.connect())).SAMLResponse)}&RelayState=`;
    const locationAfter = async (length: number) =>
      (
        await running
          .http()
          .post('/api/saml/acs/')
          .type('form')
          .send(answer.padEnd(length, 'x'))
          .expect(303)
      ).headers.location as string;
    for (const tooLong of [
      authenticationLimits.samlResponseForm + 1,
      5 * authenticationLimits.samlResponseForm,
    ])
      expect(await locationAfter(tooLong)).toMatch(refusedPage);
    expect(await locationAfter(authenticationLimits.samlResponseForm)).toContain(
      'saml_access_code=',
    );
  });

  it('is refused when it is not a form, or is posted to a different endpoint', async () => {
    expect(
      (await running.http().post('/api/saml/acs/').type('xml').send('<x/>').expect(415)).body,
    ).toMatchObject({ code: 'unsupported_media_type' });
    expect(
      (await running.http().post('/api/users/').type('form').send('email=a@b.test').expect(415))
        .body,
    ).toMatchObject({ code: 'unsupported_media_type' });
    expect(
      (
        await running
          .http()
          .post('/api/saml/connections/')
          .set(saml.administrator.headers)
          .type('form')
          .send('organization=x')
          .expect(415)
      ).body,
    ).toMatchObject({ code: 'unsupported_media_type' });
  });

  it('is refused at a different endpoint before its body is sent', async () => {
    const sending = request(`${running.url}/api/users/`, {
      method: 'POST',
      headers: {
        'content-type': 'application/x-www-form-urlencoded',
        'content-length': authenticationLimits.samlResponseForm,
      },
    });
    try {
      const answer = await new Promise<IncomingMessage>((resolve, reject) => {
        sending.on('response', resolve).on('error', reject).flushHeaders();
      });
      expect(answer.statusCode).toBe(415);
    } finally {
      sending.destroy();
    }
  });

  it('leads to the web app only, whatever its RelayState says', async () => {
    const uni = await saml.connect();
    const answer = await saml.answerFrom(uni);
    const page = await saml.after({ ...answer, RelayState: 'https://evil.test/' });
    expect(page.origin).toBe('http://web.test:5173');
    expect(page.searchParams.get('state')).toBe(answer.RelayState);
  });
});

it(
  'A network that sends 500 invalid SAML responses is blocked, and honest ones do not count',
  async () => {
    const strict = await startApp({ environment: { RATE_LIMITS: 'on' } });
    const there = await samlRequestsOf(strict);
    const uni = await there.connect();
    expect(signOnResultOf(await there.after(await there.answerFrom(uni)))).toBe('signed on');
    const send = () => there.after({ SAMLResponse: 'YQ==' });
    for (let sent = 0; sent < 500; sent += 50)
      expect((await Promise.all(Array.from({ length: 50 }, send))).map(signOnResultOf)).toEqual(
        Array.from({ length: 50 }, () => 'issuer_refused'),
      );
    expect(signOnResultOf(await send())).toBe('too_many_requests');
    await strict.close();
  },
  startTimeoutMs,
);
