import type { RunningApp } from '../../../support/app';
import {
  freshSubject,
  oidcOf,
  startAppWith,
  startIssuers,
  tenant,
  type Issuers,
} from '../oidc/oidc-people';
import { bearer, count, freshEmail, peopleOf } from '../../accounts/people-of';

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
  user: { _id: string; token: string };
}
const next = 'Another-Horse-2';
/** The administrator of a tenant can give its users any address. */
const ofTenant = (email: string, more: object = {}) => ({
  sub: freshSubject(),
  email,
  tid: tenant,
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
  await running.http().post('/api/users/password/').send({ email }).expect(202);
  await running
    .http()
    .put('/api/users/password/')
    .send({
      email,
      code: await people.codeOf(accountId),
      password: next,
      password_confirmation: next,
    })
    .expect(204);
};
const unlinkedOf = (id: string) =>
  running.source.query<{ details: object }[]>(
    `SELECT details FROM platform.audit WHERE action = 'identity-unlinked' AND subject_id = $1 ORDER BY details ->> 'method'`,
    [id],
  );

/**
 * Eve registers a victim's address with an identity of her tenant. The victim confirms the mail in a
 * browser where Eve is signed in.
 */
const planted = async () => {
  const email = freshEmail();
  const claims = ofTenant(email);
  const { user } = (await oidc.through(200, 'microsoft', claims)) as SignedIn;
  await people
    .activate(await people.keyOf(user._id))
    .set(bearer(user.token))
    .expect(200);
  return { email, claims, _id: user._id };
};

describe('An identity that somebody planted under another’s address', () => {
  it('is told to the owner once they have confirmed the address, and does not enter any more once they have set a password', async () => {
    const { email, claims, _id } = await planted();
    expect(await people.events('identity.identity-linked', _id)).toHaveLength(1);
    const { user } = (await oidc.through(200, 'microsoft', claims)) as SignedIn;
    expect(user._id).toBe(_id);
    await reset(email, _id);
    await running.http().get('/api/users/profile/').set(bearer(user.token)).expect(401);
    expect(await oidc.through(200, 'microsoft', claims)).toMatchObject({ outcome: 'proof_needed' });
    await oidc.withToken('microsoft', await issuers.microsoft.idToken(claims)).expect(409);
    expect((await people.signIn(email, next).expect(200)).body).toMatchObject({
      _id,
      identities: [],
    });
    expect(await people.events('identity.identity-unlinked', _id)).toHaveLength(1);
    expect(await unlinkedOf(_id)).toEqual([{ details: { method: 'microsoft' } }]);
  });

  it('takes those with it that were linked by it', async () => {
    const { email, claims, _id } = await planted();
    const { user } = (await oidc.through(200, 'microsoft', claims)) as SignedIn;
    const second = ofGoogle(freshEmail());
    await oidc.through(200, 'google', second, { purpose: 'link' }, user.token);
    expect(((await oidc.through(200, 'google', second)) as SignedIn).user._id).toBe(_id);
    await reset(email, _id);
    expect(((await oidc.through(200, 'google', second)) as SignedIn).user._id).not.toBe(_id);
    expect(await unlinkedOf(_id)).toEqual([
      { details: { method: 'google' } },
      { details: { method: 'microsoft' } },
    ]);
  });

  it('is not made better by linking it again', async () => {
    const { email, claims, _id } = await planted();
    const { user } = (await oidc.through(200, 'microsoft', claims)) as SignedIn;
    expect(
      await oidc.through(200, 'microsoft', claims, { purpose: 'link' }, user.token),
    ).toMatchObject({ outcome: 'linked' });
    await reset(email, _id);
    expect(await oidc.through(200, 'microsoft', claims)).toMatchObject({ outcome: 'proof_needed' });
  });

  it('counts as the owner’s once its provider has verified that same address, and no other', async () => {
    const { email, claims, _id } = await planted();
    await oidc.through(200, 'microsoft', { ...claims, email: freshEmail(), xms_edov: true });
    expect(
      await count(running.source, 'identity.identity WHERE account_id = $1 AND unproven', [_id]),
    ).toBe(1);
    await oidc.through(200, 'microsoft', { ...claims, xms_edov: true });
    await reset(email, _id);
    expect(await oidc.through(200, 'microsoft', claims)).toMatchObject({
      outcome: 'signed_in',
      user: { _id },
    });
    expect(await unlinkedOf(_id)).toEqual([]);
  });

  it('is the owner’s again when they link it after the reset', async () => {
    const { email, claims, _id } = await planted();
    await reset(email, _id);
    const { token } = (await people.signIn(email, next).expect(200)).body as { token: string };
    await oidc.through(200, 'microsoft', claims, { purpose: 'link' }, token);
    await reset(email, _id);
    expect(await oidc.through(200, 'microsoft', claims)).toMatchObject({
      outcome: 'signed_in',
      user: { _id },
    });
  });
});

describe('The owner of an address that a provider names', () => {
  const heard = (id: string) =>
    people.events('identity.known-address-registered', id).then((all) => all.length);

  it('hears of it where nobody has verified it, whichever way it came', async () => {
    const member = await people.member();
    expect(await oidc.through(200, 'microsoft', ofTenant(member.email))).toMatchObject({
      outcome: 'proof_needed',
    });
    expect(await heard(member._id)).toBe(1);
    const token = await issuers.microsoft.idToken(ofTenant(member.email));
    await oidc.withToken('microsoft', token).expect(409);
    expect(await heard(member._id)).toBe(2);
    // The token is not used up by that: the owner of both links it.
    await running
      .http()
      .put('/api/identities/')
      .set(bearer(member.token))
      .send({ provider: 'microsoft', token })
      .expect(200);
  });

  it('hears nothing where the provider has verified it: that is the owner', async () => {
    const member = await people.member();
    expect(await oidc.through(200, 'google', ofGoogle(member.email))).toMatchObject({
      outcome: 'proof_needed',
    });
    await oidc
      .withToken('google', await issuers.google.idToken(ofGoogle(member.email)))
      .expect(409);
    expect(await heard(member._id)).toBe(0);
  });
});
