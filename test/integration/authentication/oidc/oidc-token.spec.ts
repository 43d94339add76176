import { exportSPKI, generateKeyPair, SignJWT, UnsecuredJWT } from 'jose';
import { limits } from '../../../../contracts/base/limits';
import { minutes } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app';
import { makeAdministrator } from '../../../support/people';
import {
  freshOrcid,
  freshSubject,
  microsoftOrigin,
  oidcOf,
  startAppWith,
  startIssuers,
  tenant,
  type Issuers,
} from './oidc-people';
import { basic, bearer, count, freshEmail, peopleOf, statuses } from '../../accounts/people-of';

let issuers: Issuers;
let running: RunningApp;
let oidc: ReturnType<typeof oidcOf>;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  issuers = await startIssuers();
  running = await startAppWith(issuers, { environment: { RATE_LIMITS: 'on' } });
  oidc = oidcOf(running, issuers);
  people = peopleOf(running);
});
beforeEach(() => running.source.query('DELETE FROM platform.rate_limit_counter'));
afterAll(async () => {
  await running?.close();
  await issuers.close();
});

const ada = (more: object = {}) => ({
  sub: freshSubject(),
  email: freshEmail(),
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  ...more,
});
const atMicrosoft = (more: object = {}) => ada({ tid: tenant, xms_edov: '1', ...more });
const now = () => Math.floor(Date.now() / 1000);

describe('GET /api/users/profile/ with an issuer’s ID token', () => {
  it.each([
    ['google', ada],
    ['microsoft', atMicrosoft],
  ] as const)('signs in at %s, the first time as a participant', async (provider, who) => {
    const claims = who();
    const first = await oidc
      .withToken(provider, await issuers[provider].idToken(claims))
      .expect(200);
    expect(first.body).toMatchObject({
      email: claims.email,
      status: 'ACTIVE',
      is_researcher: false,
      token: expect.any(String),
      token_expires_at: expect.any(String),
      identities: [{ provider }],
    });
    const second = await oidc
      .withToken(provider, await issuers[provider].idToken(claims), '&remember=true&username=x')
      .expect(200);
    expect((second.body as { _id: string })._id).toBe((first.body as { _id: string })._id);
    expect(
      Date.parse((second.body as { token_expires_at: string }).token_expires_at),
    ).toBeGreaterThan(Date.now() + 29 * 86_400_000);
  });

  it('makes a researcher with an invitation, and nobody with a bad one', async () => {
    const administrator = await makeAdministrator(running.source);
    const { code } = (
      await running
        .http()
        .post('/api/invitations/')
        .set(administrator.headers)
        .send({ max_uses: 1 })
        .expect(201)
    ).body as { code: string };
    const claims = ada();
    for (const bad of ['', '&invitation_code=AAAA-BBBB-CCCC']) {
      expect(
        (
          await oidc
            .withToken('google', await issuers.google.idToken(claims), `&is_researcher=true${bad}`)
            .expect(400)
        ).body,
      ).toMatchObject({ code: 'invalid_invitation' });
    }
    expect(await count(running.source, 'identity.account WHERE email = $1', [claims.email])).toBe(
      0,
    );
    const token = await issuers.google.idToken(claims);
    expect(
      (
        await oidc
          .withToken('google', token, `&is_researcher=true&invitation_code=${code}`)
          .expect(200)
      ).body,
    ).toMatchObject({ is_researcher: true });
  });

  it('takes a token again for two minutes, for a client whose answer was lost, and never after them', async () => {
    const token = await issuers.google.idToken(ada());
    const [first, ...again] = await Promise.all(
      [1, 2, 3].map(() => oidc.withToken('google', token).expect(200)),
    );
    expect(again.map(({ body }) => (body as { _id: string })._id)).toEqual(
      [1, 2].map(() => (first?.body as { _id: string })._id),
    );
    running.clock.advance(minutes(2) + 1_000);
    await oidc.withToken('google', token).expect(401);
    // The same token with another spelling of its signature: the unused bits of the last character.
    const last = token.at(-1) ?? '';
    const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
    await oidc
      .withToken('google', token.slice(0, -1) + alphabet[alphabet.indexOf(last) ^ 1])
      .expect(401);
    running.clock.advance(-minutes(2) - 1_000);
  });

  it('lets two first sign-ins at once make one account', async () => {
    const claims = ada();
    const tokens = [
      await issuers.google.idToken(claims),
      await issuers.google.idToken(claims),
      await issuers.google.idToken(claims),
    ];
    expect(
      statuses(await Promise.all(tokens.map((token) => oidc.withToken('google', token)))),
    ).toEqual([200, 200, 200]);
    expect(await count(running.source, 'identity.account WHERE email = $1', [claims.email])).toBe(
      1,
    );
  });

  it('never signs in to the account that has the address: its owner links first, with the same token', async () => {
    const member = await people.member();
    for (const [provider, claims] of [
      ['google', ada({ email: member.email })],
      [
        'microsoft',
        atMicrosoft({ email: member.email, xms_edov: undefined, email_verified: true }),
      ],
    ] as const) {
      const token = await issuers[provider].idToken(claims);
      expect((await oidc.withToken(provider, token).expect(409)).body).toMatchObject({
        code: 'identity_proof_needed',
      });
      await running
        .http()
        .put('/api/identities/')
        .set(bearer(member.token))
        .send({ provider, token })
        .expect(200);
      expect(
        (await oidc.withToken(provider, await issuers[provider].idToken(claims)).expect(200)).body,
      ).toMatchObject({ _id: member._id });
    }
  });

  it('knows Microsoft’s personal accounts by their tenant, and no tenant by what it says of another', async () => {
    const personal = '9188040d-6c67-4c5b-b112-36a304b66dad';
    const claims = { sub: freshSubject(), email: freshEmail(), tid: personal };
    const token = await issuers.microsoft.sign({
      ...claims,
      iss: `${microsoftOrigin}/${personal}/v2.0`,
    });
    expect((await oidc.withToken('microsoft', token).expect(200)).body).toMatchObject({
      status: 'ACTIVE',
    });
    for (const iss of [`${microsoftOrigin}/${tenant}/v2.0`, `${microsoftOrigin}/{tenantid}/v2.0`])
      await oidc
        .withToken(
          'microsoft',
          await issuers.microsoft.sign({ ...claims, sub: freshSubject(), iss }),
        )
        .expect(401);
    for (const tid of [undefined, '../common', '{tenantid}', 7])
      await oidc
        .withToken(
          'microsoft',
          await issuers.microsoft.sign({
            ...claims,
            sub: freshSubject(),
            tid,
            iss: `${microsoftOrigin}/${String(tid)}/v2.0`,
          }),
        )
        .expect(401);
  });

  it('is refused for ORCID, unless the iD is linked', async () => {
    expect(
      (
        await oidc
          .withToken('orcid', await issuers.orcid.idToken(ada({ sub: freshOrcid() })))
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'identity_unknown' });
  });

  it('asks for the second factor, and refuses a disabled account', async () => {
    const claims = ada();
    const { _id } = (
      await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [_id],
    );
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(claims)).expect(401)).body,
    ).toMatchObject({ code: 'second_factor_required', challenge: { methods: ['totp'] } });
    await running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      _id,
    ]);
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(claims)).expect(403)).body,
    ).toMatchObject({ code: 'account_disabled' });
  });
});

describe('An ID token is refused', () => {
  const refused = async (provider: string, token: string) =>
    expect((await oidc.withToken(provider, token).expect(401)).body).toMatchObject({
      code: 'invalid_identity_token',
    });
  const header = { alg: 'RS256', kid: 'test-key' };

  it('when nobody signed it, or somebody else, or with the public key as a shared secret', async () => {
    const claims = {
      iss: issuers.google.issuer,
      aud: issuers.google.clientId,
      iat: now(),
      exp: now() + 600,
      ...ada(),
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
    // A key that the token brings along is nobody's.
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
    const good = await issuers.google.idToken(ada());
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
    await refused('google', await issuers.google.sign({ ...ada(), ...wrong() }));
  });

  it('not when the clock that made it is a little ahead', async () => {
    await oidc
      .withToken('google', await issuers.google.sign({ ...ada(), iat: now() + 20 }))
      .expect(200);
  });

  it('at any other provider than its own', async () => {
    await refused('microsoft', await issuers.google.idToken(ada()));
    await refused('orcid', await issuers.google.idToken(ada()));
  });

  it.each(['', 'nonsense', 'a.b.c', 'e30.e30.e30', `${'A'.repeat(9_000)}.${'B'.repeat(1_000)}.C`])(
    'when it is no token: %.20s',
    async (token) => {
      await refused('google', token);
      await refused('microsoft', token);
      await refused('ssoready', token);
    },
  );

  it('where a password was sent instead, and of issuers that nobody set up', async () => {
    expect(
      (
        await running
          .http()
          .get('/api/users/profile/?token_issuer=google')
          .set(basic('a@uni.test'))
          .expect(401)
      ).body,
    ).toMatchObject({ code: 'invalid_identity_token' });
    for (const issuer of ['github', 'password', '', 'GOOGLE', '__proto__'])
      expect((await oidc.withToken(issuer, 'a.b.c').expect(400)).body).toMatchObject({
        code: 'unsupported_issuer',
      });
  });

  it('after its own life, however far the clocks of two servers are apart', async () => {
    const [late, later] = [await issuers.google.sign(ada()), await issuers.google.sign(ada())];
    running.clock.advance(minutes(10) + 15_000);
    await oidc.withToken('google', late).expect(200);
    running.clock.advance(20_000);
    await refused('google', later);
    running.clock.advance(-minutes(10) - 35_000);
  });
});

describe('One place in the network', () => {
  it('may bring fifty bad tokens an hour, and as many good ones as it likes', async () => {
    const tokens = await Promise.all(Array.from({ length: 55 }, () => issuers.google.sign(ada())));
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
        (await oidc.withToken('google', await issuers.google.sign(ada())).expect(429)).headers[
          'retry-after'
        ],
      ),
    ).toBeGreaterThan(3000);
  });

  it('has thirty mails an hour to addresses that nobody verified; signing in again is none', async () => {
    const same = ada({ email_verified: false });
    for (let i = 0; i < 3; i++)
      await oidc
        .withToken('google', await issuers.google.sign({ ...same, jti: String(i) }))
        .expect(200);
    const answers = [];
    for (let i = 0; i < 31; i++)
      answers.push(
        await oidc.withToken(
          'google',
          await issuers.google.sign(ada({ email: same.email, email_verified: false })),
        ),
      );
    expect(answers.filter((a) => a.status === 200)).toHaveLength(29);
    expect(answers.filter((a) => a.status === 429)).toHaveLength(2);
  });

  it('may ask thirty times an hour for an address that has an account and that nobody verified', async () => {
    const member = await people.member();
    await running.source.query('DELETE FROM platform.rate_limit_counter');
    const answers: { status: number }[] = [];
    for (let i = 0; i < 32; i++)
      answers.push(
        await oidc.withToken(
          'google',
          await issuers.google.sign(ada({ email: member.email, email_verified: false })),
        ),
      );
    expect([409, 429].map((status) => answers.filter((a) => a.status === status).length)).toEqual([
      30, 2,
    ]);
    // The owner gets the share of mails of one place, and whoever asks learns nothing of that.
    expect(await people.events('identity.known-address-registered', member._id)).toHaveLength(
      limits.mailsPerAddressNetworkAndHour,
    );
  });
});
