import { randomUUID } from 'node:crypto';
import { capabilities } from '../../../server/contexts';
import type { RunningApp } from '../../support/app';
import { makePeople, makePerson, makeResearcher, type TestPerson } from '../../support/people';
import {
  oidcOf,
  startAppWith,
  startIssuers,
  type Issuers,
} from '../authentication/oidc/oidc-people';
import { freshEmail } from '../accounts/people-of';
import { samlOf, type Saml } from '../authentication/saml/saml-people';
import { bodyOf } from '../../support/body-of';

let run: RunningApp;
let issuers: Issuers;
let oidc: ReturnType<typeof oidcOf>;
let saml: Saml;
beforeAll(async () => {
  issuers = await startIssuers();
  run = await startAppWith(issuers, {
    environment: { COUNTRY_HEADER: 'x-country', TRUSTED_PROXIES: 'loopback' },
  });
  oidc = oidcOf(run, issuers);
  saml = await samlOf(run);
});
afterAll(async () => {
  await run.close();
  await issuers.close();
});

describe('The table of docs/specification.md, 7', () => {
  it.each([
    ['GET', '/api/users/profile/'],
    ['POST', '/api/users/'],
    ['PUT', '/api/users/profile/'],
    ['GET', '/api/users/{id}/'],
    ['DELETE', '/api/users/profile/'],
    ['GET', '/api/users/public/{id}/'],
    ['POST', '/api/users/password/'],
    ['PUT', '/api/users/password/'],
    ['PUT', '/api/identities/'],
    ['DELETE', '/api/identities/'],
    ['GET', '/api/researchers/organizations/'],
    ['PUT', '/api/demographics/'],
    ['GET', '/api/users/'],
    ['GET', '/api/participants/'],
    ['GET', '/api/saml/redirect_url/'],
    ['GET', '/api/saml/redeem/'],
  ])(
    '%s %s is in the contract and in the served document, and answers on its path with and without the slash',
    async (method, path) => {
      expect(
        capabilities.endpoints.filter((e) => e.method === method && e.path === path),
      ).toHaveLength(1);
      const body = await bodyOf(run.http().get('/api/openapi.json').expect(200));
      expect((body as { paths: Record<string, object> }).paths[path]).toHaveProperty(
        method.toLowerCase(),
      );
      const call = (at: string) =>
        run.http()[method.toLowerCase() as 'get'](at.replace('{id}', randomUUID()));
      const [slash, none] = [await call(path), await call(path.replace(/\/$/, ''))];
      expect([slash.status, (slash.body as { code?: string }).code]).toEqual([
        none.status,
        (none.body as { code?: string }).code,
      ]);
      expect(slash.headers['x-request-id']).toEqual(expect.any(String));
    },
  );

  it('is called from the web app’s origin, with credentials', async () => {
    const preflight = await run.http().options('/api/users/profile/').set({
      origin: run.config.publicWebUrl,
      'access-control-request-method': 'PUT',
      'access-control-request-headers': 'authorization,content-type',
    });
    expect(preflight.headers).toMatchObject({
      'access-control-allow-origin': run.config.publicWebUrl,
      'access-control-allow-credentials': 'true',
    });
    const foreign = await run
      .http()
      .get('/api/users/profile/')
      .set({ origin: 'https://elsewhere.test' });
    expect(foreign.headers['access-control-allow-origin']).not.toBe('https://elsewhere.test');
  });

  it('never takes the cookie alone for a credential', async () => {
    const { token } = await makePerson(run.source);
    await run
      .http()
      .get('/api/users/profile/')
      .set('cookie', `ff_user_access_token=${token}`)
      .expect(401);
  });
});

describe('PUT /api/identities/', () => {
  const put = (who: TestPerson | null, body: object) =>
    run
      .http()
      .put('/api/identities/')
      .set(who?.headers ?? {})
      .send(body);
  const google = () => ({ sub: randomUUID(), email: freshEmail(), email_verified: true });

  it('200 user: links an issuer’s token; again is the same; another account’s is 409', async () => {
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

  it('200 user: links the sign-on of an organization', async () => {
    const uni = await saml.connect();
    const person = await makePerson(run.source);
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    expect((await put(person, { provider: 'ssoready', token }).expect(200)).body).toMatchObject({
      identities: [{ provider: 'ssoready' }],
    });
  });

  it('401, 400 for a token that proves nothing, 403 long after the sign-in', async () => {
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
  it('200 user; 404 for one that is not linked; 409 for the last way in; 401', async () => {
    const person = await makeResearcher(run.source);
    const remove = (provider: string) =>
      run.http().delete('/api/identities/').set(person.headers).send({ provider });
    for (const [provider, sub] of [
      ['google', randomUUID()],
      ['orcid', '0000-0002-1825-0097'],
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

describe('GET /api/researchers/organizations/', () => {
  it('200 to everybody, with and without org; 400 for what is no text', async () => {
    await makeResearcher(run.source, { organization: 'Yale University' });
    const body = await bodyOf(
      run.http().get('/api/researchers/organizations/?org=Yale').expect(200),
    );
    expect((body as { items: object[] }).items).toContainEqual(
      expect.objectContaining({ name: expect.stringContaining('Yale') }),
    );
    await run.http().get('/api/researchers/organizations/').expect(200);
    await run.http().get('/api/researchers/organizations/?org=%00').expect(400);
    await run
      .http()
      .get(`/api/researchers/organizations/?org=${'x'.repeat(201)}`)
      .expect(400);
  });
});

describe('GET /api/participants/', () => {
  it('200 with a rounded count for researchers, arrays as repeated parameters; fewer than ten are not told; 403, 401, 400', async () => {
    const researcher = await makeResearcher(run.source);
    const ask = (query: string, who: TestPerson | null = researcher) =>
      run
        .http()
        .get(`/api/participants/?${query}`)
        .set(who?.headers ?? {});
    const people = await makePeople(run.source, 14);
    for (const [i, person] of people.entries())
      await run
        .http()
        .put('/api/demographics/')
        .set(person.headers)
        .send({ education_level: i < 7 ? 'doctorate' : 'master' })
        .expect(200);
    expect((await ask('education_level=doctorate').expect(200)).body).toEqual({
      count: null,
      suppressed: true,
    });
    expect(
      (await ask('education_level=doctorate&education_level=master').expect(200)).body,
    ).toEqual({ count: 10, suppressed: false });
    expect((await ask('education_level=guru').expect(400)).body).toMatchObject({
      code: 'validation_failed',
    });
    expect((await ask('', people[0]).expect(403)).body).toMatchObject({ code: 'forbidden' });
    await ask('', null).expect(401);
  });
});

describe('GET /api/saml/redirect_url/ and GET /api/saml/redeem/', () => {
  it('lead through the organization of the address; 404 no_sso_for_domain for another', async () => {
    const uni = await saml.connect();
    expect(
      (await run.http().get(`/api/saml/redirect_url/?user_email=ada@${uni.domain}`).expect(200))
        .body,
    ).toEqual({ redirect_url: expect.stringContaining(uni.idp.ssoUrl) });
    expect(
      (
        await run
          .http()
          .get(`/api/saml/redirect_url/?user_email=ada@${uni.domain}&fresh=true`)
          .expect(200)
      ).body,
    ).toEqual({ redirect_url: expect.stringContaining(uni.idp.ssoUrl) });
    for (const query of ['?user_email=ada@elsewhere.test', '?user_email=nonsense'])
      expect(
        (await run.http().get(`/api/saml/redirect_url/${query}`).expect(404)).body,
      ).toMatchObject({ code: 'no_sso_for_domain' });
  });

  it('exchange the code once, within 60 seconds, for a token of issuer ssoready', async () => {
    const uni = await saml.connect();
    const code = await saml.codeAfter(await saml.answerFrom(uni));
    expect((await saml.redeem(code).expect(200)).body).toEqual({
      token: expect.any(String),
      token_issuer: 'ssoready',
    });
    expect((await saml.redeem(code).expect(400)).body).toMatchObject({ code: 'invalid_code' });
    expect((await run.http().get('/api/saml/redeem/').expect(400)).body).toMatchObject({
      code: 'invalid_code',
    });
    const late = await saml.codeAfter(await saml.answerFrom(uni));
    run.clock.advance(61_000);
    expect((await saml.redeem(late).expect(400)).body).toMatchObject({ code: 'invalid_code' });
  });
});

describe('GET /robots.txt', () => {
  it.each([
    ['DE', 'eu'],
    ['NO', 'eu'],
    ['US', 'us'],
    ['JP', 'global'],
  ])(
    'tells a visitor from %s the region %s in a header that pages of other origins may read',
    async (country, region) => {
      const { headers } = await run
        .http()
        .get('/robots.txt')
        .set({ 'x-country': country, origin: run.config.publicWebUrl })
        .expect(200);
      expect(headers['visitor-region']).toBe(region);
      expect(headers['access-control-expose-headers']).toContain('Visitor-Region');
    },
  );
});
