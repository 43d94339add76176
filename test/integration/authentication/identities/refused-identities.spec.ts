import { adasClaims, freshOrcid } from '../oidc/oidc-people';
import { accountRequestsOf } from '../../accounts/account-requests';
import { setUpOidcIssuers } from '../oidc/use-oidc';

const at = setUpOidcIssuers();

/**
 * Counts the failed sign-ins that `work` causes, by account id. The key `nobody` counts failed
 * sign-ins whose account is unknown.
 */
const countedBy = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const counts = async () =>
    (
      await at.running.source.query<{ who: string; n: number }[]>(
        `SELECT coalesce(account_id::text, 'nobody') AS who, sum(count)::int AS n
         FROM identity.failed_sign_in GROUP BY 1`,
      )
    ).map(({ who, n }) => [who, n] as const);
  const before = new Map(await counts());
  await work();
  return Object.fromEntries(
    (await counts())
      .map(([who, n]) => [who, n - (before.get(who) ?? 0)] as const)
      .filter(([, n]) => n > 0),
  );
};

describe('A refused sign-in by an identity', () => {
  it('is counted without an account when the token is invalid or its identity is unknown', async () => {
    expect(await countedBy(() => at.oidc.withToken('google', 'rubbish').expect(401))).toEqual({
      nobody: 1,
    });
    expect(await countedBy(() => at.oidc.withToken('ssoready', 'rubbish').expect(401))).toEqual({
      nobody: 1,
    });
    expect(
      await countedBy(async () =>
        at.oidc
          .withToken('orcid', await at.issuers.orcid.idToken(adasClaims({ sub: freshOrcid() })))
          .expect(403),
      ),
    ).toEqual({ nobody: 1 });
  });

  it('is counted without an account when the address belongs to an existing account, which has to be proved first', async () => {
    const { email } = await accountRequestsOf(at.running).member();
    expect(
      await countedBy(async () =>
        at.oidc
          .withToken('google', await at.issuers.google.idToken(adasClaims({ email })))
          .expect(409),
      ),
    ).toEqual({ nobody: 1 });
  });

  it('is counted for the disabled account, with a token and through the browser', async () => {
    const claims = adasClaims();
    const { _id } = (
      await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await at.running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      _id,
    ]);
    const one = { [_id]: 1 };
    expect(
      await countedBy(async () =>
        at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(403),
      ),
    ).toEqual(one);
    expect(await countedBy(() => at.oidc.through(403, 'google', claims))).toEqual(one);
  });

  it('is not counted when it continues with a second factor, or when the linking of an identity is refused', async () => {
    const member = await accountRequestsOf(at.running).member();
    expect(
      await countedBy(() =>
        at.running
          .http()
          .put('/api/identities/')
          .set({ authorization: `Bearer ${member.token}` })
          .send({ provider: 'google', token: 'rubbish' })
          .expect(400),
      ),
    ).toEqual({});
    const claims = adasClaims();
    const { _id } = (
      await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await at.running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [_id],
    );
    expect(
      await countedBy(async () =>
        at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(401),
      ),
    ).toEqual({});
  });
});
