import { startApp, TestClock, type RunningApp } from '../../support/app/app';
import { bodyOf } from '../../support/app/body-of';
import { makePeople, makeResearcher, type TestPerson } from '../../support/people/people';
import { samlRequestsOf, type SamlRequests } from '../authentication/saml/saml-people';

let run: RunningApp;
let saml: SamlRequests;
beforeAll(async () => {
  // The tests need their own application: it reads the region from a header, the tests move its
  // clock, and they count every participant in the database.
  run = await startApp({
    clock: new TestClock(),
    environment: { COUNTRY_HEADER: 'x-country', TRUSTED_PROXIES: 'loopback' },
  });
  saml = await samlRequestsOf(run);
});
afterAll(() => run.close());

describe('GET /api/researchers/organizations/', () => {
  it('answers 200 to any caller, with and without org, and 400 for an invalid text', async () => {
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
  it('answers 200 to approved researchers, with repeated parameters, and hides counts below twenty; 403, 401, 400 otherwise', async () => {
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
    ).toEqual({ count: null, suppressed: true });
    expect((await ask('education_level=guru').expect(400)).body).toMatchObject({
      code: 'validation_failed',
    });
    expect((await ask('', people[0]).expect(403)).body).toMatchObject({ code: 'forbidden' });
    await ask('', null).expect(401);
  });
});

describe('GET /api/saml/redirect_url/ and GET /api/saml/redeem/', () => {
  it('lead to the organization of the address, and answer 404 no_sso_for_domain for others', async () => {
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

  it('exchange the code once, within 60 seconds, for a token with the issuer ssoready', async () => {
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
    'tells a visitor from %s the region %s in a header that pages of allowed origins can read',
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
