import type { RunningApp } from '../../../support/app';
import {
  ada,
  freshOrcid,
  oidcOf,
  startAppWith,
  startIssuers,
  type Issuers,
} from '../oidc/oidc-people';
import { peopleOf } from '../../accounts/people-of';

let issuers: Issuers;
let running: RunningApp;
let oidc: ReturnType<typeof oidcOf>;
beforeAll(async () => {
  issuers = await startIssuers();
  running = await startAppWith(issuers);
  oidc = oidcOf(running, issuers);
});
afterAll(async () => {
  await running?.close();
  await issuers.close();
});

/** How many failed sign-ins this made, of accounts by their id and of none. */
const countedBy = async (work: () => Promise<unknown>): Promise<Record<string, number>> => {
  const counts = async () =>
    (
      await running.source.query<{ who: string; n: number }[]>(
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

describe('A sign-in by an identity that is refused is counted', () => {
  it('without anybody, where the token is worth nothing or nobody is known by it', async () => {
    expect(await countedBy(() => oidc.withToken('google', 'rubbish').expect(401))).toEqual({
      nobody: 1,
    });
    expect(await countedBy(() => oidc.withToken('ssoready', 'rubbish').expect(401))).toEqual({
      nobody: 1,
    });
    expect(
      await countedBy(async () =>
        oidc
          .withToken('orcid', await issuers.orcid.idToken(ada({ sub: freshOrcid() })))
          .expect(403),
      ),
    ).toEqual({ nobody: 1 });
  });

  it('without anybody, where the address belongs to an account that has to be proven', async () => {
    const { email } = await peopleOf(running).member();
    expect(
      await countedBy(async () =>
        oidc.withToken('google', await issuers.google.idToken(ada({ email }))).expect(409),
      ),
    ).toEqual({ nobody: 1 });
  });

  it('about the account that is disabled, with a token and through the browser', async () => {
    const claims = ada();
    const { _id } = (
      await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      _id,
    ]);
    const one = { [_id]: 1 };
    expect(
      await countedBy(async () =>
        oidc.withToken('google', await issuers.google.idToken(claims)).expect(403),
      ),
    ).toEqual(one);
    expect(await countedBy(() => oidc.through(403, 'google', claims))).toEqual(one);
  });

  it('and one that goes on to its second factor, or is no sign-in but a link, is not', async () => {
    const member = await peopleOf(running).member();
    expect(
      await countedBy(() =>
        running
          .http()
          .put('/api/identities/')
          .set({ authorization: `Bearer ${member.token}` })
          .send({ provider: 'google', token: 'rubbish' })
          .expect(400),
      ),
    ).toEqual({});
    const claims = ada();
    const { _id } = (
      await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [_id],
    );
    expect(
      await countedBy(async () =>
        oidc.withToken('google', await issuers.google.idToken(claims)).expect(401),
      ),
    ).toEqual({});
  });
});
