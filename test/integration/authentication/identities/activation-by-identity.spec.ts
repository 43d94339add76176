import { hours } from '../../../../server/platform/concurrency/clock';
import { freshSubject, microsoftTenant } from '../oidc/oidc-people';
import { bearer, countRows, freshEmail, sortedStatuses } from '../../accounts/account-requests';
import { setUpOidcIssuers } from '../oidc/use-oidc';

const at = setUpOidcIssuers();

interface SignedIn {
  user: { _id: string; token: string; status: string };
}
const first = { code: 'sign_in_first', providers: ['microsoft'] };
/**
 * Makes an account by a sign-in with an identity of a foreign tenant. The mail address of the
 * account is not verified.
 */
const byTenant = async (email = freshEmail()) => {
  const claims = {
    sub: freshSubject(),
    email,
    tid: microsoftTenant,
    given_name: 'Eve',
    family_name: 'Evil',
  };
  const enter = async () => ((await at.oidc.through(200, 'microsoft', claims)) as SignedIn).user;
  const user = await enter();
  return { ...user, email, key: await at.people.keyOf(user._id), enter };
};
const statusOf = async (id: string) => {
  const [row]: { status: string }[] = await at.running.source.query(
    `SELECT status FROM identity.account WHERE id = $1`,
    [id],
  );
  return row?.status;
};
const accountsOf = (email: string) =>
  countRows(at.running.source, 'identity.account WHERE email = $1', [email]);

describe('The activation key of an account created by an identity', () => {
  it('is refused, naming the provider, unless that account is signed in, and stays valid until then', async () => {
    const made = await byTenant();
    const other = await at.people.member();
    expect((await at.people.activate(made.key).expect(403)).body).toMatchObject(first);
    expect(
      (await at.people.activate(made.key).set(bearer('expired')).expect(403)).body,
    ).toMatchObject(first);
    expect(
      (await at.people.activate(made.key).set(bearer(other.token)).expect(403)).body,
    ).toMatchObject(first);
    expect([
      await statusOf(made._id),
      (await at.people.events('identity.account-activated', made._id)).length,
    ]).toEqual(['NEW', 0]);
    expect(
      (await at.people.activate(made.key).set(bearer(made.token)).expect(200)).body,
    ).toMatchObject({ _id: made._id, status: 'ACTIVE' });
    expect(await at.people.events('identity.account-activated', made._id)).toHaveLength(1);
    expect(
      (await at.people.activate(made.key).set(bearer(made.token)).expect(400)).body,
    ).toMatchObject({ code: 'already_confirmed' });
  });

  it('works with a sign-in of the same account on another device', async () => {
    const made = await byTenant();
    const { _id, token } = await made.enter();
    expect([_id, token === made.token]).toEqual([made._id, false]);
    await at.people.activate(made.key).set(bearer(token)).expect(200);
  });

  it('expires after 24 hours', async () => {
    const made = await byTenant();
    at.running.clock.advance(hours(24.1));
    expect((await at.people.activate(made.key).expect(400)).body).toMatchObject({
      code: 'invalid_key',
    });
    at.running.clock.advance(-hours(24.1));
  });

  it('does not give the owner of the address a stranger’s account, and does not stop them registering their own', async () => {
    const eve = await byTenant();
    await at.people.activate(eve.key).expect(403);
    const own = await at.people.register(eve.email);
    await at.people.activate(await at.people.keyOf(own._id)).expect(200);
    expect(await accountsOf(eve.email)).toBe(1);
    await at.running.http().get('/api/users/profile/').set(bearer(eve.token)).expect(401);
    expect(
      (await at.people.activate(eve.key).set(bearer(eve.token)).expect(400)).body,
    ).toMatchObject({
      code: 'invalid_key',
    });
    expect((await at.people.signIn(eve.email).expect(200)).body).toMatchObject({
      _id: own._id,
      identities: [],
    });
  });

  it('deletes the other registrations of the address together with their sign-ins', async () => {
    const made = await byTenant();
    const squatter = await at.people.register(made.email);
    const { token } = (await at.people.signIn(made.email).expect(200)).body as { token: string };
    await at.people.activate(made.key).set(bearer(made.token)).expect(200);
    expect(await accountsOf(made.email)).toBe(1);
    await at.running.http().get('/api/users/profile/').set(bearer(token)).expect(401);
    expect(await statusOf(squatter._id)).toBeUndefined();
  });
});

describe('Two registrations of one address, one of them by an identity', () => {
  it('leave only one account when both activation keys are used at the same time', async () => {
    for (let round = 0; round < 6; round++) {
      const made = await byTenant();
      const own = await at.people.register(made.email);
      const answers = await Promise.all([
        at.people.activate(made.key).set(bearer(made.token)),
        at.people.activate(await at.people.keyOf(own._id)),
      ]);
      expect(sortedStatuses(answers)).toEqual([200, 400]);
      expect(await accountsOf(made.email)).toBe(1);
    }
  });

  it('leave the owner’s account when the stranger’s key is used at the same moment without the sign-in that it needs', async () => {
    for (let round = 0; round < 6; round++) {
      const made = await byTenant();
      const own = await at.people.register(made.email);
      const [stranger, owner] = await Promise.all([
        at.people.activate(made.key),
        at.people.activate(await at.people.keyOf(own._id)),
      ]);
      expect([400, 403]).toContain(stranger.status);
      expect([owner.status, await statusOf(own._id), await accountsOf(made.email)]).toEqual([
        200,
        'ACTIVE',
        1,
      ]);
    }
  });

  it('activate the account once when one key is used ten times at the same time', async () => {
    const made = await byTenant();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => at.people.activate(made.key).set(bearer(made.token))),
    );
    expect(sortedStatuses(answers)).toEqual([200, ...Array.from({ length: 9 }, () => 400)]);
    expect(await at.people.events('identity.account-activated', made._id)).toHaveLength(1);
  });
});
