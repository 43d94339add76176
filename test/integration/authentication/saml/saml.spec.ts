import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { bodyOf } from '../../../support/app/body-of';
import { countRows, accountRequestsOf } from '../../accounts/account-requests';
import { samlRequestsOf, type SamlRequests } from './saml-people';

let running: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  running = await sharedApp();
  saml = await samlRequestsOf(running);
});
afterAll(() => running.close());

describe('Single sign-on through an organization', () => {
  it('leads from the mail address to the provider, back with its response, and to a participant’s account', async () => {
    const uni = await saml.connect();
    const url = new URL(await saml.redirectUrl(` Grace@${uni.domain.toUpperCase()} `));
    expect(`${url.origin}${url.pathname}`).toBe(`https://idp.${uni.domain}/sso`);
    const request = await uni.idp.asked(url.href, saml.metadata);
    expect(request).toMatchObject({
      acs: 'http://127.0.0.1:3000/api/saml/acs/',
      issuer: 'http://127.0.0.1:3000/api/saml/metadata/',
    });
    const page = await saml.after(
      await uni.idp.answer(request, saml.metadata, {
        nameId: 'grace-1',
        attributes: {
          'urn:oid:0.9.2342.19200300.100.1.3': `Grace@${uni.domain}`,
          'urn:oid:2.5.4.42': 'Grace',
          'urn:oid:2.5.4.4': 'Hopper',
        },
      }),
    );
    expect(`${page.origin}${page.pathname}`).toBe('http://web.test:5173/signin/sso');
    expect(page.searchParams.get('state')).toBe(url.searchParams.get('RelayState'));

    const redeemed = await bodyOf(
      saml.redeem(page.searchParams.get('saml_access_code') ?? '').expect(200),
    );
    expect(redeemed).toEqual({ token: expect.any(String) as string, token_issuer: 'ssoready' });
    const user = await bodyOf(saml.profile((redeemed as { token: string }).token).expect(200));
    expect(user).toMatchObject({
      email: `grace@${uni.domain}`,
      first_name: 'Grace',
      last_name: 'Hopper',
      status: 'ACTIVE',
      is_researcher: false,
      identities: [{ provider: 'ssoready' }],
      token: expect.any(String) as string,
    });
    await running
      .http()
      .get('/api/users/profile/')
      .set('authorization', `Bearer ${(user as { token: string }).token}`)
      .expect(200);
  });

  it('recognises a person by the persistent name ID, also with a new address', async () => {
    const uni = await saml.connect();
    const once = (await saml.profile(await saml.tokenAfter(await saml.answerFrom(uni))).expect(200))
      .body as { _id: string };
    const again = (
      await saml
        .profile(
          await saml.tokenAfter(
            await saml.answerFrom(uni, { attributes: { mail: `married@${uni.domain}` } }),
          ),
        )
        .expect(200)
    ).body as { _id: string };
    expect(again._id).toBe(once._id);
    const other = (
      await saml
        .profile(
          await saml.tokenAfter(
            await saml.answerFrom(uni, {
              nameId: 'person-2',
              attributes: { mail: `other@${uni.domain}` },
            }),
          ),
        )
        .expect(200)
    ).body as { _id: string };
    expect(other._id).not.toBe(once._id);
  });

  it.each([
    ['eduPersonUniqueId', { 'urn:oid:1.3.6.1.4.1.5923.1.1.1.13': 'u1@uni.test' }],
    ['pairwise-id', { 'urn:oasis:names:tc:SAML:attribute:pairwise-id': 'PAIR1@uni.test' }],
    ['subject-id', { 'urn:oasis:names:tc:SAML:attribute:subject-id': 's1@uni.test' }],
  ])('recognises a person by %s when the name ID is transient', async (_, attributes) => {
    const uni = await saml.connect();
    const said = () =>
      saml.answerFrom(uni, {
        nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient',
        nameId: `t-${Math.random()}`,
        attributes: { mail: `x@${uni.domain}`, ...attributes },
      });
    const [one, two] = [
      await saml.profile(await saml.tokenAfter(await said())).expect(200),
      await saml.profile(await saml.tokenAfter(await said())).expect(200),
    ];
    expect((one.body as { _id: string })._id).toBe((two.body as { _id: string })._id);
  });

  it('makes a researcher of a new person with a valid invitation', async () => {
    const uni = await saml.connect();
    const invitation = await bodyOf(
      running.http().post('/api/invitations/').set(saml.administrator.headers).send({}).expect(201),
    );
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    await saml.profile(token, { is_researcher: true, invitation_code: 'WRONG-CODE' }).expect(400);
    const body = await bodyOf(
      saml
        .profile(token, {
          is_researcher: true,
          invitation_code: (invitation as { code: string }).code,
        })
        .expect(200),
    );
    expect(body).toMatchObject({ is_researcher: true, researcher_privilege: null });
  });

  it('does not take over an account with the same address, and links to it once both are proven', async () => {
    const uni = await saml.connect();
    const people = accountRequestsOf(running);
    const member = await people.register(`member@${uni.domain}`);
    await people.activate(await people.keyOf(member._id)).expect(200);
    const said = () => saml.answerFrom(uni, { attributes: { mail: member.email } });
    const token = await saml.tokenAfter(await said());
    expect((await saml.profile(token).expect(409)).body).toMatchObject({
      code: 'identity_proof_needed',
    });
    const signedIn = await bodyOf(people.signIn(member.email).expect(200));
    const link = () =>
      running
        .http()
        .put('/api/identities/')
        .set('authorization', `Bearer ${(signedIn as { token: string }).token}`)
        .send({ provider: 'ssoready', token });
    expect((await link().expect(200)).body).toMatchObject({
      _id: member._id,
      identities: [{ provider: 'ssoready' }],
    });
    await link().expect(400);
    expect(
      (await saml.profile(await saml.tokenAfter(await said())).expect(200)).body,
    ).toMatchObject({ _id: member._id });
  });

  it('accepts a response that is signed in addition to its assertion', async () => {
    const uni = await saml.connect({ signsResponse: true });
    expect(await saml.codeAfter(await saml.answerFrom(uni))).not.toBe('');
  });

  it('accepts both certificates while the provider changes its key', async () => {
    const uni = await saml.connect();
    const next = new (uni.idp.constructor as new (id: string) => typeof uni.idp)(uni.idp.entityId);
    await running
      .http()
      .put(`/api/saml/connections/${uni.id}/`)
      .set(saml.administrator.headers)
      .send({ metadata_xml: uni.idp.metadata([next.key.certificate, uni.idp.key.certificate]) })
      .expect(200);
    expect(await saml.codeAfter(await saml.answerFrom(uni))).not.toBe('');
    expect(await saml.codeAfter(await saml.answerFrom({ ...uni, idp: next }))).not.toBe('');
  });
});

it('The metadata page describes one service provider that requires signed assertions', async () => {
  const { headers, text } = await running.http().get('/api/saml/metadata').expect(200);
  expect(headers['content-type']).toContain('application/samlmetadata+xml');
  expect(text).toContain('entityID="http://127.0.0.1:3000/api/saml/metadata/"');
  expect(text).toContain('WantAssertionsSigned="true"');
  expect(text).toContain('Location="http://127.0.0.1:3000/api/saml/acs/"');
  expect(await countRows(running.source, 'identity.saml_connection')).toBeGreaterThan(0);
});
