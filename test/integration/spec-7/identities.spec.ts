import { randomUUID } from 'node:crypto';
import type { RunningApp } from '../../support/app/app';
import { makePerson, makeResearcher, type TestPerson } from '../../support/people/people';
import { freshEmail } from '../accounts/account-requests';
import {
  freshOrcid,
  oidcRequestsOf,
  startAppWithOidcIssuers,
  startOidcIssuers,
  type OidcIssuers,
} from '../authentication/oidc/oidc-people';
import { samlRequestsOf, type SamlRequests } from '../authentication/saml/saml-people';

let run: RunningApp;
let issuers: OidcIssuers;
let oidc: ReturnType<typeof oidcRequestsOf>;
let saml: SamlRequests;
beforeAll(async () => {
  issuers = await startOidcIssuers();
  run = await startAppWithOidcIssuers(issuers);
  oidc = oidcRequestsOf(run, issuers);
  saml = await samlRequestsOf(run);
});
afterAll(async () => {
  await run.close();
  await issuers.close();
});

describe('PUT /api/identities/', () => {
  const put = (who: TestPerson | null, body: object) =>
    run
      .http()
      .put('/api/identities/')
      .set(who?.headers ?? {})
      .send(body);
  const google = () => ({ sub: randomUUID(), email: freshEmail(), email_verified: true });

  it('answers 200 and links an issuer’s token, also when repeated; 409 if a different account has it', async () => {
    const [one, other] = [await makePerson(run.source), await makePerson(run.source)];
    const who = google();
    expect(
      (await put(one, { provider: 'google', token: await issuers.google.idToken(who) }).expect(200))
        .body,
    ).toMatchObject({
      _id: one._id,
      identities: [{ provider: 'google', created_at: expect.any(String) }],
    });
    expect(
      (await put(one, { provider: 'google', token: await issuers.google.idToken(who) }).expect(200))
        .body,
    ).toMatchObject({ identities: [{ provider: 'google' }] });
    expect(
      (
        await put(other, { provider: 'google', token: await issuers.google.idToken(who) }).expect(
          409,
        )
      ).body,
    ).toMatchObject({ code: 'identity_taken' });
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(who)).expect(200)).body,
    ).toMatchObject({ _id: one._id });
  });

  it('answers 200 and links the single sign-on of an organization', async () => {
    const uni = await saml.connect();
    const person = await makePerson(run.source);
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    expect((await put(person, { provider: 'ssoready', token }).expect(200)).body).toMatchObject({
      identities: [{ provider: 'ssoready' }],
    });
  });

  it('answers 401 without sign-in, 400 for an invalid token, 403 long after the sign-in', async () => {
    const person = await makePerson(run.source);
    await put(null, { provider: 'google', token: 'x' }).expect(401);
    expect(
      (await put(person, { provider: 'google', token: 'a.b.c' }).expect(400)).body,
    ).toMatchObject({ fields: [{ path: 'token', code: 'invalid' }] });
    expect((await put(person, { provider: 'yahoo', token: 'x' }).expect(400)).body).toMatchObject({
      fields: [{ path: 'provider', code: 'not_one_of' }],
    });
    await run.source.query(
      `UPDATE identity.token SET proved_at = now() - interval '1 day' WHERE account_id = $1`,
      [person._id],
    );
    expect(
      (await put(person, { provider: 'google', token: 'a.b.c' }).expect(403)).body,
    ).toMatchObject({ code: 'recent_sign_in_required' });
  });
});

describe('DELETE /api/identities/', () => {
  it('answers 200; 404 for an identity that is not linked; 409 for the last way to sign in; 401 without sign-in', async () => {
    const person = await makeResearcher(run.source);
    const remove = (provider: string) =>
      run.http().delete('/api/identities/').set(person.headers).send({ provider });
    for (const [provider, sub] of [
      ['google', randomUUID()],
      ['orcid', freshOrcid()],
    ] as const) {
      await run
        .http()
        .put('/api/identities/')
        .set(person.headers)
        .send({ provider, token: await issuers[provider].idToken({ sub }) })
        .expect(200);
    }
    expect((await remove('microsoft').expect(404)).body).toMatchObject({ code: 'not_found' });
    expect((await remove('google').expect(200)).body).toMatchObject({
      identities: [{ provider: 'orcid' }],
    });
    expect((await remove('orcid').expect(409)).body).toMatchObject({ code: 'last_way_in' });
    await run.http().delete('/api/identities/').send({ provider: 'google' }).expect(401);
  });
});
