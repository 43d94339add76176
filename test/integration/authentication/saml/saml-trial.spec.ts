import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { countRows } from '../../accounts/account-requests';
import { connectionRequestsOf, idpSigningKey } from './connections';
import { samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
let connections: ReturnType<typeof connectionRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
  connections = connectionRequestsOf(running, saml);
});
afterAll(() => running.close());

describe('A trial sign-on', () => {
  it('of a disabled connection has its result stored with that connection, and signs nobody in', async () => {
    const uni = await saml.connect({ key: idpSigningKey }, { enabled: false });
    await running
      .http()
      .get('/api/saml/redirect_url/')
      .query({ user_email: `a@${uni.domain}` })
      .expect(404);
    const before = await countRows(running.source, 'identity.account');

    const bad = await uni.idp.asked(await connections.beginTrial(uni.id), saml.metadata);
    const page = await saml.after(await saml.say(uni, bad, { attributes: { sn: 'Hopper' } }));
    expect(page.href).toBe(`http://web.test:5173/admin/sso?tested=${uni.id}`);
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: { ok: false, code: 'no_email', detail: 'attributes: sn' },
    });

    // A refused response does not use up its request, which can still get the right response.
    expect((await saml.after(await saml.say(uni, bad))).href).toBe(page.href);
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: { ok: true, code: 'signed_on', detail: 'attributes: mail, givenName, sn' },
    });
    const noisy = await uni.idp.asked(await connections.beginTrial(uni.id), saml.metadata);
    await saml.after(await saml.say(uni, noisy, { status: 'AuthnFailed' }));
    expect(await saml.connectionOf(uni.id)).toMatchObject({
      last_test: { ok: false, code: 'provider_refused', detail: 'AuthnFailed' },
    });
    expect(
      await countRows(running.source, 'identity.saml_code WHERE connection_id = $1', [uni.id]),
    ).toBe(0);
    expect(await countRows(running.source, 'identity.account')).toBe(before);
  });

  it('is deleted when the connection gets different metadata', async () => {
    const uni = await saml.connect({ key: idpSigningKey }, { enabled: false });
    await saml.after(
      await saml.say(uni, await uni.idp.asked(await connections.beginTrial(uni.id), saml.metadata)),
    );
    expect(await saml.connectionOf(uni.id)).toMatchObject({ last_test: { ok: true } });
    await connections.change(uni.id, { organization: 'Renamed' }).expect(200);
    expect(await saml.connectionOf(uni.id)).toMatchObject({ last_test: { ok: true } });
    await connections.change(uni.id, { metadata_xml: uni.idp.metadata() }).expect(200);
    expect(await saml.connectionOf(uni.id)).toMatchObject({ last_test: null });
  });
});
