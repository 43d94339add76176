import type { RunningApp } from '../../../support/app';
import { makeResearcher } from '../../../support/people';
import { bearer, count, password, peopleOf } from '../../accounts/people-of';
import {
  ada,
  freshOrcid,
  oidcOf,
  startAppWith,
  startIssuers,
  tenant,
  type Issuers,
  type ProviderName,
} from './oidc-people';

let issuers: Issuers;
let running: RunningApp;
let oidc: ReturnType<typeof oidcOf>;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  issuers = await startIssuers();
  running = await startAppWith(issuers);
  oidc = oidcOf(running, issuers);
  people = peopleOf(running);
});
afterAll(async () => {
  await running?.close();
  await issuers.close();
});

interface SignedIn {
  outcome: string;
  user: { _id: string; email: string; token: string; status: string };
}
const atMicrosoft = (more: object = {}) => ada({ tid: tenant, xms_edov: true, ...more });
const accountsOf = (email: string) =>
  count(running.source, 'identity.account WHERE email = $1', [email]);

describe('An address that has an account', () => {
  it.each([
    ['google', ada],
    ['microsoft', atMicrosoft],
  ] as const)(
    'is never taken over by an identity of %s, verified or not: its owner proves both',
    async (provider, who) => {
      const member = await people.member();
      for (const verified of [true, false]) {
        const body = await oidc.through(
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
      expect((await people.signIn(member.email).expect(200)).body).toMatchObject({
        _id: member._id,
        identities: [],
      });
      expect(await accountsOf(member.email)).toBe(1);
    },
  );

  it('is not taken over from a NEW account either that got its identity before', async () => {
    const claims = atMicrosoft({ xms_edov: undefined });
    const { user } = (await oidc.through(200, 'microsoft', claims)) as SignedIn;
    const owner = await people.register(claims.email);
    await people.activate(await people.keyOf(owner._id)).expect(200);
    await running.http().get('/api/users/profile/').set(bearer(user.token)).expect(401);
    expect(await oidc.through(200, 'microsoft', claims)).toMatchObject({ outcome: 'proof_needed' });
  });
});

it('A verification of an address and a first sign-in by it at once leave one ACTIVE account', async () => {
  for (let i = 0; i < 5; i++) {
    const registered = await people.register();
    const key = await people.keyOf(registered._id);
    const begun = await oidc.begin('google', ada({ email: registered.email }));
    const [activated, finished] = await Promise.all([
      people.activate(key),
      oidc.finish('google', begun),
    ]);
    expect([activated.status, (finished.body as { outcome: string }).outcome]).toEqual(
      activated.status === 200 ? [200, 'proof_needed'] : [400, 'signed_in'],
    );
    expect(await accountsOf(registered.email)).toBe(1);
  }
});

describe('After the provider', () => {
  it('[6.3.4] comes the second factor, where the account has one', async () => {
    const claims = ada();
    const { user } = (await oidc.through(200, 'google', claims)) as SignedIn;
    await running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [user._id],
    );
    const body = await oidc.through(401, 'google', claims);
    expect(body).toMatchObject({
      code: 'second_factor_required',
      challenge: { methods: ['totp'], token: expect.any(String) },
    });
  });

  it('a disabled account stays closed, and one that waits for its deletion is kept', async () => {
    const claims = ada();
    const { user } = (await oidc.through(200, 'google', claims)) as SignedIn;
    await running.http().delete('/api/users/profile/').set(bearer(user.token)).expect(202);
    expect(await oidc.through(200, 'google', claims)).toMatchObject({
      user: { deletion_at: null },
    });
    await running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      user._id,
    ]);
    expect(await oidc.through(403, 'google', claims)).toMatchObject({ code: 'account_disabled' });
  });

  it.each([
    [true, 30 * 24],
    [false, 12],
  ])('a sign-in remembered %p lasts %d hours', async (remember, hours) => {
    const body = await oidc.through(200, 'google', ada(), { purpose: 'sign-in', remember });
    const { token_expires_at } = (body as { user: { token_expires_at: string } }).user;
    expect(
      (new Date(token_expires_at).getTime() - running.clock.now().getTime()) / 3_600_000,
    ).toBeCloseTo(hours, 1);
  });

  it('the password that somebody sets later works beside it', async () => {
    const claims = ada();
    const { user } = (await oidc.through(200, 'google', claims)) as SignedIn;
    await people.signIn(claims.email).expect(401);
    await running.http().post('/api/users/password/').send({ email: claims.email }).expect(202);
    await running
      .http()
      .put('/api/users/password/')
      .send({
        email: claims.email,
        code: await people.codeOf(user._id),
        password,
        password_confirmation: password,
      })
      .expect(204);
    expect((await people.signIn(claims.email).expect(200)).body).toMatchObject({ _id: user._id });
    expect(await oidc.through(200, 'google', claims)).toMatchObject({ user: { _id: user._id } });
  });
});

it.each<ProviderName>(['google', 'microsoft', 'orcid'])(
  'Linking %s begins and ends with the same person signed in',
  async (provider) => {
    const [member, other] = [
      await makeResearcher(running.source),
      await makeResearcher(running.source),
    ];
    const claims = provider === 'orcid' ? ada({ sub: freshOrcid() }) : atMicrosoft();
    expect((await oidc.start(provider, { purpose: 'link' }).expect(401)).body).toMatchObject({
      code: 'unauthenticated',
    });
    const link = { purpose: 'link' };
    await oidc.finish(provider, await oidc.begin(provider, claims, link, member.token)).expect(401);
    await oidc
      .finish(provider, await oidc.begin(provider, claims, link, member.token), other.token)
      .expect(400);
    const body = await oidc.through(200, provider, claims, link, member.token);
    expect(body).toMatchObject({
      outcome: 'linked',
      user: { _id: member._id, email: member.email, identities: [{ provider }] },
    });
    expect(body).not.toHaveProperty('user.token');
    expect(await oidc.through(200, provider, claims)).toMatchObject({
      outcome: 'signed_in',
      user: { _id: member._id },
    });
    expect(await oidc.through(409, provider, claims, link, other.token)).toMatchObject({
      code: 'identity_taken',
    });
  },
);
