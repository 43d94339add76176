import { bodyOf } from '../../../support/app/body-of';
import { makeAdministrator } from '../../../support/people/people';
import { bearer, countRows, freshEmail, sortedStatuses } from '../../accounts/account-requests';
import { adasClaims, freshOrcid, microsoftTenant } from './oidc-people';
import { setUpOidcIssuers } from './use-oidc';

const at = setUpOidcIssuers();

interface SignedIn {
  outcome: string;
  user: { _id: string; email: string; token: string; status: string };
}
const atMicrosoft = (more: object = {}) =>
  adasClaims({ tid: microsoftTenant, xms_edov: true, ...more });
const invitation = async () => {
  const administrator = await makeAdministrator(at.running.source);
  const body = await bodyOf(
    at.running
      .http()
      .post('/api/invitations/')
      .set(administrator.headers)
      .send({ max_uses: 1 })
      .expect(201),
  );
  return (body as { code: string }).code;
};
const accountsOf = (email: string) =>
  countRows(at.running.source, 'identity.account WHERE email = $1', [email]);

it('The list of sign-in methods names the providers that this server is set up for', async () => {
  expect((await at.running.http().get('/api/sign-in-methods/').expect(200)).body).toEqual({
    providers: ['google', 'microsoft', 'orcid'],
    sso: false,
  });
});

describe('A first sign-in at a provider', () => {
  it.each([
    ['google', adasClaims],
    ['microsoft', atMicrosoft],
  ] as const)(
    'makes an ACTIVE participant of a person whose address %s has verified',
    async (provider, who) => {
      const claims = who();
      const body = await at.oidc.through(200, provider, claims);
      const { user } = body as SignedIn;
      expect(body).toMatchObject({
        outcome: 'signed_in',
        user: {
          email: claims.email,
          first_name: 'Ada',
          last_name: 'Lovelace',
          status: 'ACTIVE',
          is_researcher: false,
          identities: [{ provider }],
        },
      });
      expect(
        (await at.running.http().get('/api/users/profile/').set(bearer(user.token)).expect(200))
          .body,
      ).toMatchObject({ _id: user._id });
      const audit = await at.running.source.query<{ action: string; details: object }[]>(
        `SELECT action, details FROM platform.audit WHERE subject_id = $1 ORDER BY id`,
        [user._id],
      );
      expect(audit).toEqual([
        { action: 'account-registered', details: { method: provider, status: 'ACTIVE' } },
        { action: 'signed-in', details: { method: provider, second_factor: false } },
      ]);
    },
  );

  it('leads to the same account the second time, even if the provider reports a different address', async () => {
    const claims = adasClaims();
    const one = (await at.oidc.through(200, 'google', claims)) as SignedIn;
    const two = (await at.oidc.through(200, 'google', {
      ...claims,
      email: freshEmail(),
    })) as SignedIn;
    expect([two.user._id, two.user.email]).toEqual([one.user._id, claims.email]);
  });

  it('makes a researcher with an invitation, which is used up, and no account without one', async () => {
    const code = await invitation();
    await at.oidc.start('google', { purpose: 'sign-in', is_researcher: true }).expect(400);
    await at.oidc.start('google', { purpose: 'sign-in', invitation_code: code }).expect(400);
    const claims = adasClaims();
    const body = await at.oidc.through(200, 'google', claims, {
      purpose: 'sign-in',
      is_researcher: true,
      invitation_code: code.toLowerCase(),
    });
    expect(body).toMatchObject({ user: { is_researcher: true, researcher_privilege: null } });
    const late = adasClaims();
    expect(
      await at.oidc.through(400, 'google', late, {
        purpose: 'sign-in',
        is_researcher: true,
        invitation_code: code,
      }),
    ).toMatchObject({ code: 'invalid_invitation' });
    expect(await accountsOf(late.email)).toBe(0);
    // An invitation is checked for a new account only; an existing account just signs in.
    expect(
      await at.oidc.through(200, 'google', claims, {
        purpose: 'sign-in',
        is_researcher: true,
        invitation_code: 'AAAA-AAAA-AAAA',
      }),
    ).toMatchObject({ outcome: 'signed_in' });
  });

  it('with an unverified address makes a NEW account, which the mailed key activates while it is signed in', async () => {
    const claims = atMicrosoft({ xms_edov: undefined });
    const { user } = (await at.oidc.through(200, 'microsoft', claims)) as SignedIn;
    expect(user.status).toBe('NEW');
    expect(await at.people.events('identity.verification-requested', user._id)).toHaveLength(1);
    await at.people
      .activate(await at.people.keyOf(user._id))
      .set(bearer(user.token))
      .expect(200);
    expect(await at.oidc.through(200, 'microsoft', claims)).toMatchObject({
      user: { _id: user._id, status: 'ACTIVE' },
    });
  });

  it('makes an account that becomes ACTIVE at a later sign-in, once the provider has verified the address', async () => {
    const claims = adasClaims({ email_verified: false });
    const { user } = (await at.oidc.through(200, 'google', claims)) as SignedIn;
    expect(user.status).toBe('NEW');
    expect(await at.oidc.through(200, 'google', { ...claims, email_verified: true })).toMatchObject(
      {
        user: { _id: user._id, status: 'ACTIVE' },
      },
    );
    expect(await at.people.events('identity.account-activated', user._id)).toHaveLength(1);
  });

  it('ends unverified registrations of the same address and their sign-ins', async () => {
    const squatter = await at.people.register();
    const { token } = (await at.people.signIn(squatter.email).expect(200)).body as {
      token: string;
    };
    const body = await at.oidc.through(200, 'google', adasClaims({ email: squatter.email }));
    expect((body as SignedIn).user._id).not.toBe(squatter._id);
    await at.running.http().get('/api/users/profile/').set(bearer(token)).expect(401);
    await at.people.signIn(squatter.email).expect(401);
  });

  it('with ORCID, which reports no address, is refused without an existing account', async () => {
    expect(await at.oidc.through(403, 'orcid', adasClaims({ sub: freshOrcid() }))).toMatchObject({
      code: 'identity_unknown',
    });
    expect(await at.oidc.through(400, 'orcid', adasClaims({ sub: 'no-orcid-id' }))).toMatchObject({
      code: 'issuer_refused',
    });
  });

  it('makes one account when it is sent six times at the same time', async () => {
    const claims = adasClaims();
    const begun = await Promise.all(
      Array.from({ length: 6 }, () => at.oidc.begin('google', claims)),
    );
    const answers = await Promise.all(begun.map((b) => at.oidc.finish('google', b)));
    expect(sortedStatuses(answers)).toEqual(Array.from({ length: 6 }, () => 200));
    expect(await accountsOf(claims.email)).toBe(1);
    expect(new Set(answers.map((a) => (a.body as SignedIn).user._id)).size).toBe(1);
  });

  it('shortens and cleans names that do not fit, and falls back to the address', async () => {
    const long = adasClaims({
      given_name: `A\u0000\u202e${'d'.repeat(300)}`,
      family_name: undefined,
    });
    const body = await at.oidc.through(200, 'google', long);
    expect((body as { user: { first_name: string } }).user.first_name).toBe(`A  ${'d'.repeat(97)}`);
    const nameless = adasClaims({ given_name: undefined, family_name: undefined });
    expect(await at.oidc.through(200, 'google', nameless)).toMatchObject({
      user: { first_name: nameless.email.split('@')[0], last_name: '' },
    });
  });
});
