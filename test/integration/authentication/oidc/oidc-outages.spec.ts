import { UnsecuredJWT } from 'jose';
import { hours } from '../../../../server/platform/concurrency/clock';
import { configFor, startApp, TestClock, type RunningApp } from '../../../support/app/app';
import {
  freshSubject,
  oidcRequestsOf,
  startAppWithOidcIssuers,
  startOidcIssuers,
  type OidcIssuers,
} from './oidc-people';
import { bearer, freshEmail, accountRequestsOf } from '../../accounts/account-requests';
import { startTimeoutMs } from '../../../support/app/starting-takes';

let issuers: OidcIssuers;
let running: RunningApp;
let oidc: ReturnType<typeof oidcRequestsOf>;
beforeAll(async () => {
  issuers = await startOidcIssuers();
  running = await startAppWithOidcIssuers(issuers, { environment: { RATE_LIMITS: 'on' } });
  oidc = oidcRequestsOf(running, issuers);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterEach(() => {
  issuers.google.is('up');
  running.clock.reset();
});
afterAll(async () => {
  await running.close();
  await issuers.close();
});

const ada = () => ({ sub: freshSubject(), email: freshEmail(), email_verified: true });
const away = (answer: { status: number; body: unknown }) =>
  expect([answer.status, answer.body]).toEqual([
    503,
    expect.objectContaining({ code: 'issuer_unavailable' }),
  ]);

// No test before 'tried again later' reaches Google. So the server has cached nothing from Google.
describe('A provider that does not answer', () => {
  it('does not change the answer to a malformed token: it is refused with 401', async () => {
    issuers.google.is('broken');
    for (const token of [
      '',
      'rubbish',
      'a.b.c',
      'e30.e30.e30',
      `${'A'.repeat(90)}.${'B'.repeat(90)}.C`,
      new UnsecuredJWT(ada()).encode(),
    ]) {
      expect((await oidc.withToken('google', token).expect(401)).body).toMatchObject({
        code: 'invalid_identity_token',
      });
    }
    expect(
      (await running.http().get('/api/users/profile/?token_issuer=google').expect(401)).body,
    ).toMatchObject({ code: 'invalid_identity_token' });
    expect(
      (
        await running
          .http()
          .get('/api/users/profile/?token_issuer=google')
          .set({ authorization: 'Basic eDp5' })
          .expect(401)
      ).body,
    ).toMatchObject({ code: 'invalid_identity_token' });
    away(await oidc.withToken('google', await issuers.google.sign(ada())));
  });

  it('does not stop a person from linking a different provider', async () => {
    issuers.google.is('broken');
    const member = await accountRequestsOf(running).member();
    away(
      await running
        .http()
        .put('/api/identities/')
        .set(bearer(member.token))
        .send({ provider: 'google', token: await issuers.google.sign(ada()) }),
    );
    expect(
      (
        await running
          .http()
          .put('/api/identities/')
          .set(bearer(member.token))
          .send({ provider: 'google', token: 'a.b.c' })
          .expect(400)
      ).body,
    ).toMatchObject({ fields: [{ path: 'token', code: 'invalid' }] });
    away(await oidc.start('google', { purpose: 'link' }, member.token));
    await oidc.start('microsoft', { purpose: 'link' }, member.token).expect(200);
  });

  it.each(['broken', 'hanging'] as const)(
    'because it is %s is waited for at most five seconds, also by parallel requests',
    async (mode) => {
      const token = await issuers.google.sign(ada());
      issuers.google.is(mode);
      const from = performance.now();
      for (const answer of await Promise.all([
        oidc.start('google'),
        oidc.start('google'),
        oidc.withToken('google', token),
      ]))
        away(answer);
      // Each request may wait for five seconds, so three in sequence would take fifteen.
      expect(performance.now() - from).toBeLessThan(14_000);
    },
  );

  it('at the start of the server is tried again later, and its failures use up no rate limit', async () => {
    const token = await issuers.google.sign(ada());
    await issuers.google.stop();
    for (let i = 0; i < 3; i++) away(await oidc.start('google'));
    for (let i = 0; i < 60; i++) away(await oidc.withToken('google', token));
    await oidc.start('orcid').expect(200);
    await issuers.google.start();
    await oidc.start('google').expect(200);
    await oidc.withToken('google', token).expect(200);
    expect(running.config.rateLimits).toBe(true);
  });

  it('while the person signs in there ends the flow: the person has to begin again', async () => {
    const begun = await oidc.begin('google', ada());
    issuers.google.is('broken');
    away(await oidc.finish('google', begun));
    issuers.google.is('up');
    expect((await oidc.finish('google', begun).expect(400)).body).toMatchObject({
      code: 'invalid_flow',
    });
    await oidc.through(200, 'google', ada());
  });

  it('is still used with its cached configuration when that is more than an hour old', async () => {
    await oidc.start('google').expect(200);
    running.clock.advance(hours(1.1));
    issuers.google.is('broken');
    await oidc.start('google').expect(200);
    issuers.google.is('up');
    await oidc.start('google').expect(200);
  });
});

describe('A server without any provider', () => {
  it(
    'offers no provider and refuses sign-ins by any',
    async () => {
      // The response says whether any organization is connected. Other test files connect some to
      // the shared application, so the test starts its own.
      const bare = await startApp({ clock: new TestClock() });
      const oidc = oidcRequestsOf(bare, issuers);
      try {
        expect((await bare.http().get('/api/sign-in-methods/').expect(200)).body).toEqual({
          providers: [],
          sso: false,
        });
        const token = await issuers.google.sign(ada());
        const member = await accountRequestsOf(bare).member();
        for (const answer of [
          await oidc.start('google'),
          await oidc.finish('google', { flow_key: 'x', query: 'state=x' }),
          await oidc.withToken('google', token),
          await bare
            .http()
            .put('/api/identities/')
            .set(bearer(member.token))
            .send({ provider: 'google', token }),
        ]) {
          expect([answer.status, answer.body]).toEqual([
            400,
            expect.objectContaining({
              code: expect.stringMatching(/^(unsupported_issuer|invalid_flow)$/),
            }),
          ]);
        }
      } finally {
        await bare.close();
      }
    },
    startTimeoutMs,
  );

  it('does not start with an incomplete provider, or with an http URL that is not on the same machine', () => {
    expect(() => configFor(running.engines, { GOOGLE_CLIENT_ID: 'x' })).toThrow(
      'GOOGLE_CLIENT_SECRET',
    );
    expect(() =>
      configFor(running.engines, {
        GOOGLE_CLIENT_ID: 'x',
        GOOGLE_CLIENT_SECRET: 'x',
        GOOGLE_ISSUER_URL: 'http://issuer.example',
      }),
    ).toThrow('GOOGLE_ISSUER_URL');
  });
});
