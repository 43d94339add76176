import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { accountsLimits } from '../../../../contracts/accounts/limits';
import { minutes } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app/app';
import { basicAuthHeader, accountRequestsOf } from '../../accounts/account-requests';
import {
  adasClaims,
  oidcRequestsOf,
  startAppWithOidcIssuers,
  startOidcIssuers,
  type OidcIssuers,
} from './oidc-people';

let issuers: OidcIssuers;
let running: RunningApp;
let oidc: ReturnType<typeof oidcRequestsOf>;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  issuers = await startOidcIssuers();
  running = await startAppWithOidcIssuers(issuers, { environment: { RATE_LIMITS: 'on' } });
  oidc = oidcRequestsOf(running, issuers);
  people = accountRequestsOf(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(async () => {
  await running?.close();
  await issuers.close();
});

const now = () => Math.floor(Date.now() / 1000);

describe('An ID token is refused', () => {
  const refused = async (provider: string, token: string) =>
    expect((await oidc.withToken(provider, token).expect(401)).body).toMatchObject({
      code: 'invalid_identity_token',
    });
  const header = { alg: 'RS256', kid: 'test-key' };

  it('[6.8.2] when it is unsigned, signed with a different key, or signed with the public key as a shared secret', async () => {
    const claims = {
      iss: issuers.google.issuer,
      aud: issuers.google.clientId,
      iat: now(),
      exp: now() + 600,
      ...adasClaims(),
    };
    await refused('google', new UnsecuredJWT(claims).encode());
    await refused(
      'google',
      await new SignJWT(claims)
        .setProtectedHeader(header)
        .sign((await generateKeyPair('RS256')).privateKey),
    );
    await refused(
      'google',
      await new SignJWT(claims)
        .setProtectedHeader({ ...header, kid: 'unknown-key' })
        .sign((await generateKeyPair('RS256')).privateKey),
    );
    await refused(
      'google',
      await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(Buffer.from(await exportSPKI(issuers.google.publicKey))),
    );
    await refused(
      'google',
      await new SignJWT(claims)
        .setProtectedHeader({ ...header, alg: 'HS256' })
        .sign(Buffer.from(issuers.google.clientSecret)),
    );
    // A token can refer to its own keys. The server must use only the keys of the issuer.
    const own = await generateKeyPair('RS256', { extractable: true });
    await refused(
      'google',
      await new SignJWT(claims)
        .setProtectedHeader({
          ...header,
          jku: 'https://evil.test/keys',
          x5u: 'https://evil.test/x5u',
        })
        .sign(own.privateKey),
    );
    const good = await issuers.google.idToken(adasClaims());
    const [head, , signature] = good.split('.');
    await refused(
      'google',
      [head, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.'),
    );
  });

  it.each([
    ['expired', () => ({ exp: now() - 60 })],
    ['not valid yet', () => ({ nbf: now() + 120 })],
    ['made in an hour', () => ({ iat: now() + 3_600, exp: now() + 7_200 })],
    ['made in a minute', () => ({ iat: now() + 60 })],
    ['without an expiry', () => ({ exp: undefined })],
    ['without a time of issue', () => ({ iat: undefined })],
    ['for another client', () => ({ aud: 'client-of-somebody' })],
    [
      'for several, asked for by another',
      () => ({ aud: [issuers.google.clientId, 'other'], azp: 'other' }),
    ],
    ['for several, asked for by nobody', () => ({ aud: [issuers.google.clientId, 'other'] })],
    ['asked for by another client', () => ({ azp: 'other' })],
    ['of another issuer', () => ({ iss: 'https://accounts.google.com' })],
    ['without an issuer', () => ({ iss: undefined })],
    ['without a subject', () => ({ sub: undefined })],
    ['about too long a subject', () => ({ sub: 'x'.repeat(300) })],
  ])('when it is %s', async (_, wrong) => {
    await refused('google', await issuers.google.sign({ ...adasClaims(), ...wrong() }));
  });

  it('but not when the clock of its issuer is only twenty seconds ahead', async () => {
    await oidc
      .withToken('google', await issuers.google.sign({ ...adasClaims(), iat: now() + 20 }))
      .expect(200);
  });

  it('when it is sent as a token of a different provider', async () => {
    await refused('microsoft', await issuers.google.idToken(adasClaims()));
    await refused('orcid', await issuers.google.idToken(adasClaims()));
  });

  it.each(['', 'nonsense', 'a.b.c', 'e30.e30.e30', `${'A'.repeat(9_000)}.${'B'.repeat(1_000)}.C`])(
    'when it is malformed: %.20s',
    async (token) => {
      await refused('google', token);
      await refused('microsoft', token);
      await refused('ssoready', token);
    },
  );

  it('when a password is sent instead, or for a provider that is not set up', async () => {
    expect(
      (
        await running
          .http()
          .get('/api/users/profile/?token_issuer=google')
          .set(basicAuthHeader('a@uni.test'))
          .expect(401)
      ).body,
    ).toMatchObject({ code: 'invalid_identity_token' });
    for (const issuer of ['github', 'password', '', 'GOOGLE', '__proto__'])
      expect((await oidc.withToken(issuer, 'a.b.c').expect(400)).body).toMatchObject({
        code: 'unsupported_issuer',
      });
  });

  it('after its expiry by the server’s clock, with thirty seconds of tolerance', async () => {
    const [late, later] = [
      await issuers.google.sign(adasClaims()),
      await issuers.google.sign(adasClaims()),
    ];
    running.clock.advance(minutes(10) + 15_000);
    await oidc.withToken('google', late).expect(200);
    running.clock.advance(20_000);
    await refused('google', later);
    running.clock.advance(-minutes(10) - 35_000);
  });
});

describe('A network that sends ID tokens', () => {
  it('may send fifty bad tokens an hour, and any number of good ones', async () => {
    const tokens = await Promise.all(
      Array.from({ length: 55 }, () => issuers.google.sign(adasClaims())),
    );
    expect(
      (await Promise.all(tokens.map((token) => oidc.withToken('google', token)))).every(
        (a) => a.status === 200,
      ),
    ).toBe(true);
    const answers = await Promise.all(
      Array.from({ length: 55 }, () => oidc.withToken('google', 'a.b.c')),
    );
    expect(answers.filter((a) => a.status === 401)).toHaveLength(50);
    expect(
      Number(
        (await oidc.withToken('google', await issuers.google.sign(adasClaims())).expect(429))
          .headers['retry-after'],
      ),
    ).toBeGreaterThan(3000);
  });

  it('may cause thirty mails an hour to unverified addresses; signing in again to the same account causes none', async () => {
    const same = adasClaims({ email_verified: false });
    for (let i = 0; i < 3; i++)
      await oidc
        .withToken('google', await issuers.google.sign({ ...same, jti: String(i) }))
        .expect(200);
    const answers = [];
    for (let i = 0; i < 31; i++)
      answers.push(
        await oidc.withToken(
          'google',
          await issuers.google.sign(adasClaims({ email: same.email, email_verified: false })),
        ),
      );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(29);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(2);
  });

  it('may try an unverified address that has an account thirty times an hour', async () => {
    const member = await people.member();
    await running.source.query('DELETE FROM platform.rate_limit_counter');
    const answers: { status: number }[] = [];
    for (let i = 0; i < 32; i++)
      answers.push(
        await oidc.withToken(
          'google',
          await issuers.google.sign(adasClaims({ email: member.email, email_verified: false })),
        ),
      );
    expect([409, 429].map((status) => answers.filter((a) => a.status === status).length)).toEqual([
      30, 2,
    ]);
    // One network can cause only a few mails to the owner of the address. The responses do not
    // reveal that the server stopped sending mails.
    expect(await people.events('identity.known-address-registered', member._id)).toHaveLength(
      accountsLimits.mailsPerAddressNetworkAndHour,
    );
  });
});
