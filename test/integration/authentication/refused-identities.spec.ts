import type { RunningApp } from '../../support/app';
import {
  freshOrcid,
  freshSubject,
  oidcOf,
  startAppWith,
  startIssuers,
  type Issuers,
} from './oidc/oidc-people';
import { freshEmail, peopleOf } from '../accounts/people-of';

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

const ada = (more: object = {}) => ({
  sub: freshSubject(),
  email: freshEmail(),
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  ...more,
});
/** What was recorded while this ran. */
const recordedBy = async (work: () => Promise<unknown>): Promise<object[]> => {
  const known: { id: string }[] = await running.source.query(`SELECT id FROM platform.audit`);
  await work();
  return running.source.query(
    `SELECT subject_id, actor_id, details FROM platform.audit WHERE action = 'sign-in-failed' AND id <> ALL($1::uuid[])`,
    [known.map(({ id }) => id)],
  );
};
const nobodys = (method: string, code: string) => [
  { subject_id: null, actor_id: null, details: { method, code } },
];

describe('A sign-in by an identity that is refused leaves a record', () => {
  it('without anybody, where the token is worth nothing or nobody is known by it', async () => {
    expect(await recordedBy(() => oidc.withToken('google', 'rubbish').expect(401))).toEqual(
      nobodys('google', 'invalid_identity_token'),
    );
    expect(await recordedBy(() => oidc.withToken('ssoready', 'rubbish').expect(401))).toEqual(
      nobodys('ssoready', 'invalid_identity_token'),
    );
    expect(
      await recordedBy(async () =>
        oidc
          .withToken('orcid', await issuers.orcid.idToken(ada({ sub: freshOrcid() })))
          .expect(403),
      ),
    ).toEqual(nobodys('orcid', 'identity_unknown'));
  });

  it('without anybody, where the address belongs to an account that has to be proven', async () => {
    const { email } = await peopleOf(running).member();
    expect(
      await recordedBy(async () =>
        oidc.withToken('google', await issuers.google.idToken(ada({ email }))).expect(409),
      ),
    ).toEqual(nobodys('google', 'identity_proof_needed'));
  });

  it('about the account that is disabled, with a token and through the browser', async () => {
    const claims = ada();
    const { _id } = (
      await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      _id,
    ]);
    const record = [
      { subject_id: _id, actor_id: null, details: { method: 'google', code: 'account_disabled' } },
    ];
    expect(
      await recordedBy(async () =>
        oidc.withToken('google', await issuers.google.idToken(claims)).expect(403),
      ),
    ).toEqual(record);
    expect(await recordedBy(() => oidc.through(403, 'google', claims))).toEqual(record);
  });

  it('and one that goes on to its second factor, or is no sign-in but a link, leaves none', async () => {
    const member = await peopleOf(running).member();
    expect(
      await recordedBy(() =>
        running
          .http()
          .put('/api/identities/')
          .set({ authorization: `Bearer ${member.token}` })
          .send({ provider: 'google', token: 'rubbish' })
          .expect(400),
      ),
    ).toEqual([]);
    const claims = ada();
    const { _id } = (
      await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)
    ).body as { _id: string };
    await running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [_id],
    );
    expect(
      await recordedBy(async () =>
        oidc.withToken('google', await issuers.google.idToken(claims)).expect(401),
      ),
    ).toEqual([]);
  });
});
