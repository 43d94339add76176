import { freshSubject, microsoftTenant } from '../oidc/oidc-people';
import { bearer, countRows, freshEmail } from '../../accounts/account-requests';
import { setUpOidcIssuers } from '../oidc/use-oidc';

const at = setUpOidcIssuers();

interface SignedIn {
  outcome: string;
  user: { _id: string; token: string };
}
const next = 'Another-Horse-2';
/**
 * The claims of a user of a Microsoft tenant. They do not prove that the address is the user's: the
 * tenant's administrator can give its users any address.
 */
const ofTenant = (email: string, more: object = {}) => ({
  sub: freshSubject(),
  email,
  tid: microsoftTenant,
  given_name: 'Eve',
  family_name: 'Evil',
  ...more,
});
const ofGoogle = (email: string) => ({
  sub: freshSubject(),
  email,
  email_verified: true,
  given_name: 'Eve',
  family_name: 'Evil',
});
const reset = async (email: string, accountId: string) => {
  await at.running.http().post('/api/users/password/').send({ email }).expect(202);
  await at.running
    .http()
    .put('/api/users/password/')
    .send({
      email,
      code: await at.people.codeOf(accountId),
      password: next,
      password_confirmation: next,
    })
    .expect(204);
};
const unlinkedOf = (id: string) =>
  at.running.source.query<{ details: object }[]>(
    `SELECT details FROM platform.audit WHERE action = 'identity-unlinked' AND subject_id = $1 ORDER BY details ->> 'method'`,
    [id],
  );

/**
 * Eve registers a victim's address with an identity of her tenant. The victim confirms the mail in
 * a browser where Eve is signed in.
 */
const planted = async () => {
  const email = freshEmail();
  const claims = ofTenant(email);
  const { user } = (await at.oidc.through(200, 'microsoft', claims)) as SignedIn;
  await at.people
    .activate(await at.people.keyOf(user._id))
    .set(bearer(user.token))
    .expect(200);
  return { email, claims, _id: user._id };
};

describe('An identity that a stranger linked under the owner’s address', () => {
  it('is reported to the owner when they confirm the address, and is removed when they reset the password', async () => {
    const { email, claims, _id } = await planted();
    expect(await at.people.events('identity.identity-linked', _id)).toHaveLength(1);
    const { user } = (await at.oidc.through(200, 'microsoft', claims)) as SignedIn;
    expect(user._id).toBe(_id);
    await reset(email, _id);
    await at.running.http().get('/api/users/profile/').set(bearer(user.token)).expect(401);
    expect(await at.oidc.through(200, 'microsoft', claims)).toMatchObject({
      outcome: 'proof_needed',
    });
    await at.oidc.withToken('microsoft', await at.issuers.microsoft.idToken(claims)).expect(409);
    expect((await at.people.signIn(email, next).expect(200)).body).toMatchObject({
      _id,
      identities: [],
    });
    expect(await at.people.events('identity.identity-unlinked', _id)).toHaveLength(1);
    expect(await unlinkedOf(_id)).toEqual([{ details: { method: 'microsoft' } }]);
  });

  it('is removed together with further identities that were linked through it', async () => {
    const { email, claims, _id } = await planted();
    const { user } = (await at.oidc.through(200, 'microsoft', claims)) as SignedIn;
    const second = ofGoogle(freshEmail());
    await at.oidc.through(200, 'google', second, { purpose: 'link' }, user.token);
    expect(((await at.oidc.through(200, 'google', second)) as SignedIn).user._id).toBe(_id);
    await reset(email, _id);
    expect(((await at.oidc.through(200, 'google', second)) as SignedIn).user._id).not.toBe(_id);
    expect(await unlinkedOf(_id)).toEqual([
      { details: { method: 'google' } },
      { details: { method: 'microsoft' } },
    ]);
  });

  it('is still removed by a password reset when the stranger linked it again', async () => {
    const { email, claims, _id } = await planted();
    const { user } = (await at.oidc.through(200, 'microsoft', claims)) as SignedIn;
    expect(
      await at.oidc.through(200, 'microsoft', claims, { purpose: 'link' }, user.token),
    ).toMatchObject({ outcome: 'linked' });
    await reset(email, _id);
    expect(await at.oidc.through(200, 'microsoft', claims)).toMatchObject({
      outcome: 'proof_needed',
    });
  });

  it('is kept on a reset if its provider has verified the account’s own address, not a different one', async () => {
    const { email, claims, _id } = await planted();
    await at.oidc.through(200, 'microsoft', { ...claims, email: freshEmail(), xms_edov: true });
    expect(
      await countRows(at.running.source, 'identity.identity WHERE account_id = $1 AND unproven', [
        _id,
      ]),
    ).toBe(1);
    await at.oidc.through(200, 'microsoft', { ...claims, xms_edov: true });
    await reset(email, _id);
    expect(await at.oidc.through(200, 'microsoft', claims)).toMatchObject({
      outcome: 'signed_in',
      user: { _id },
    });
    expect(await unlinkedOf(_id)).toEqual([]);
  });

  it('is kept on later resets when the owner links it after the first reset', async () => {
    const { email, claims, _id } = await planted();
    await reset(email, _id);
    const { token } = (await at.people.signIn(email, next).expect(200)).body as { token: string };
    await at.oidc.through(200, 'microsoft', claims, { purpose: 'link' }, token);
    await reset(email, _id);
    expect(await at.oidc.through(200, 'microsoft', claims)).toMatchObject({
      outcome: 'signed_in',
      user: { _id },
    });
  });
});

describe('The owner of an address that a provider reports', () => {
  const heard = (id: string) =>
    at.people.events('identity.known-address-registered', id).then((all) => all.length);

  it('gets a mail when nobody verified the address, both through the browser and with an ID token', async () => {
    const member = await at.people.member();
    expect(await at.oidc.through(200, 'microsoft', ofTenant(member.email))).toMatchObject({
      outcome: 'proof_needed',
    });
    expect(await heard(member._id)).toBe(1);
    const token = await at.issuers.microsoft.idToken(ofTenant(member.email));
    await at.oidc.withToken('microsoft', token).expect(409);
    expect(await heard(member._id)).toBe(2);
    // The refused sign-in does not use up the token: the owner of the account can still link the
    // identity with it.
    await at.running
      .http()
      .put('/api/identities/')
      .set(bearer(member.token))
      .send({ provider: 'microsoft', token })
      .expect(200);
  });

  it('gets no mail when the provider has verified the address, because then it is the owner who signs in', async () => {
    const member = await at.people.member();
    expect(await at.oidc.through(200, 'google', ofGoogle(member.email))).toMatchObject({
      outcome: 'proof_needed',
    });
    await at.oidc
      .withToken('google', await at.issuers.google.idToken(ofGoogle(member.email)))
      .expect(409);
    expect(await heard(member._id)).toBe(0);
  });
});
