import { makeResearcher } from '../../../support/people/people';
import { bearer, countRows, password } from '../../accounts/account-requests';
import { adasClaims, freshOrcid, microsoftTenant, type ProviderName } from './oidc-people';
import { setUpOidcIssuers } from './use-oidc';

const at = setUpOidcIssuers();

interface SignedIn {
  outcome: string;
  user: { _id: string; email: string; token: string; status: string };
}
const atMicrosoft = (more: object = {}) =>
  adasClaims({ tid: microsoftTenant, xms_edov: true, ...more });
const accountsOf = (email: string) =>
  countRows(at.running.source, 'identity.account WHERE email = $1', [email]);

describe('An address that has an account', () => {
  it.each([
    ['google', adasClaims],
    ['microsoft', atMicrosoft],
  ] as const)(
    'is not taken over by an identity of %s, verified or not: its owner has to prove account and identity',
    async (provider, who) => {
      const member = await at.people.member();
      for (const verified of [true, false]) {
        const body = await at.oidc.through(
          200,
          provider,
          who({ email: member.email.toUpperCase(), email_verified: verified, xms_edov: verified }),
        );
        expect(body).toEqual({
          outcome: 'proof_needed',
          provider,
          email: member.email,
          link_token: expect.any(String),
          expires_at: expect.any(String),
        });
      }
      expect((await at.people.signIn(member.email).expect(200)).body).toMatchObject({
        _id: member._id,
        identities: [],
      });
      expect(await accountsOf(member.email)).toBe(1);
    },
  );

  it('does not pass to an identity that earlier made an unverified account with that address', async () => {
    const claims = atMicrosoft({ xms_edov: undefined });
    const { user } = (await at.oidc.through(200, 'microsoft', claims)) as SignedIn;
    const owner = await at.people.register(claims.email);
    await at.people.activate(await at.people.keyOf(owner._id)).expect(200);
    await at.running.http().get('/api/users/profile/').set(bearer(user.token)).expect(401);
    expect(await at.oidc.through(200, 'microsoft', claims)).toMatchObject({
      outcome: 'proof_needed',
    });
  });
});

it('An activation by mail and a first sign-in with the same address at the same time leave one ACTIVE account', async () => {
  for (let i = 0; i < 5; i++) {
    const registered = await at.people.register();
    const key = await at.people.keyOf(registered._id);
    const begun = await at.oidc.begin('google', adasClaims({ email: registered.email }));
    const [activated, finished] = await Promise.all([
      at.people.activate(key),
      at.oidc.finish('google', begun),
    ]);
    expect([activated.status, (finished.body as { outcome: string }).outcome]).toEqual(
      activated.status === 200 ? [200, 'proof_needed'] : [400, 'signed_in'],
    );
    expect(await accountsOf(registered.email)).toBe(1);
  }
});

describe('After the sign-in at the provider', () => {
  it('[6.3.4] the second factor is required if the account has one', async () => {
    const claims = adasClaims();
    const { user } = (await at.oidc.through(200, 'google', claims)) as SignedIn;
    await at.running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [user._id],
    );
    const body = await at.oidc.through(401, 'google', claims);
    expect(body).toMatchObject({
      code: 'second_factor_required',
      challenge: { methods: ['totp'], token: expect.any(String) },
    });
  });

  it('a disabled account stays closed, and a requested deletion of the account is cancelled', async () => {
    const claims = adasClaims();
    const { user } = (await at.oidc.through(200, 'google', claims)) as SignedIn;
    await at.running.http().delete('/api/users/profile/').set(bearer(user.token)).expect(202);
    expect(await at.oidc.through(200, 'google', claims)).toMatchObject({
      user: { deletion_at: null },
    });
    await at.running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      user._id,
    ]);
    expect(await at.oidc.through(403, 'google', claims)).toMatchObject({
      code: 'account_disabled',
    });
  });

  it.each([
    [true, 30 * 24],
    [false, 12],
  ])('a sign-in with remember=%p lasts %d hours', async (remember, hours) => {
    const body = await at.oidc.through(200, 'google', adasClaims(), {
      purpose: 'sign-in',
      remember,
    });
    const { token_expires_at } = (body as { user: { token_expires_at: string } }).user;
    expect(
      (new Date(token_expires_at).getTime() - at.running.clock.now().getTime()) / 3_600_000,
    ).toBeCloseTo(hours, 1);
  });

  it('a password that is set later works too, and the identity keeps working', async () => {
    const claims = adasClaims();
    const { user } = (await at.oidc.through(200, 'google', claims)) as SignedIn;
    await at.people.signIn(claims.email).expect(401);
    await at.running.http().post('/api/users/password/').send({ email: claims.email }).expect(202);
    await at.running
      .http()
      .put('/api/users/password/')
      .send({
        email: claims.email,
        code: await at.people.codeOf(user._id),
        password,
        password_confirmation: password,
      })
      .expect(204);
    expect((await at.people.signIn(claims.email).expect(200)).body).toMatchObject({
      _id: user._id,
    });
    expect(await at.oidc.through(200, 'google', claims)).toMatchObject({ user: { _id: user._id } });
  });
});

it.each<ProviderName>(['google', 'microsoft', 'orcid'])(
  'Linking %s requires the same signed-in account at its start and at its end',
  async (provider) => {
    const [member, other] = [
      await makeResearcher(at.running.source),
      await makeResearcher(at.running.source),
    ];
    const claims = provider === 'orcid' ? adasClaims({ sub: freshOrcid() }) : atMicrosoft();
    expect((await at.oidc.start(provider, { purpose: 'link' }).expect(401)).body).toMatchObject({
      code: 'unauthenticated',
    });
    const link = { purpose: 'link' };
    await at.oidc
      .finish(provider, await at.oidc.begin(provider, claims, link, member.token))
      .expect(401);
    await at.oidc
      .finish(provider, await at.oidc.begin(provider, claims, link, member.token), other.token)
      .expect(400);
    const body = await at.oidc.through(200, provider, claims, link, member.token);
    expect(body).toMatchObject({
      outcome: 'linked',
      user: { _id: member._id, email: member.email, identities: [{ provider }] },
    });
    expect(body).not.toHaveProperty('user.token');
    expect(await at.oidc.through(200, provider, claims)).toMatchObject({
      outcome: 'signed_in',
      user: { _id: member._id },
    });
    expect(await at.oidc.through(409, provider, claims, link, other.token)).toMatchObject({
      code: 'identity_taken',
    });
  },
);
