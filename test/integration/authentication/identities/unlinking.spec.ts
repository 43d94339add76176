/**
 * @engines one: uses a socket only to see that the server closes it, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { capabilities } from '../../../../server/contexts';
import { minutes } from '../../../../server/platform/concurrency/clock';
import { UnitOfWork } from '../../../../server/platform/db/unit-of-work';
import { RetentionJob } from '../../../../workers/retention.job';
import { makePerson } from '../../../support/people/people';
import { bearer, countRows, sortedStatuses } from '../../accounts/account-requests';
import { adasClaims } from '../oidc/oidc-people';
import { errorCodeOf } from '../oidc/linking';
import { setUpOidcIssuers } from '../oidc/use-oidc';

const at = setUpOidcIssuers();

describe('Unlinking an identity', () => {
  it('ends that way to sign in and the other sign-ins made with it, and no others', async () => {
    const member = await at.people.member();
    const claims = await at.linking.linkNew(member.token, 'google');
    const { token } = (
      await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(200)
    ).body as { token: string };
    expect((await at.linking.unlink(member.token, 'google').expect(200)).body).toMatchObject({
      _id: member._id,
      identities: [],
    });
    await at.running.http().get('/api/users/profile/').set(bearer(token)).expect(401);
    await at.running.http().get('/api/users/profile/').set(bearer(member.token)).expect(200);
    expect(
      await at.oidc
        .withToken('google', await at.issuers.google.idToken({ ...claims, email: member.email }))
        .then(errorCodeOf),
    ).toBe('identity_proof_needed');
    expect(errorCodeOf(await at.linking.unlink(member.token, 'google').expect(404))).toBe(
      'not_found',
    );
    expect(
      [
        await at.people.events('identity.identity-unlinked', member._id),
        await at.people.events('identity.signed-out', member._id),
      ].map((e) => e.length),
    ).toEqual([1, 1]);
    expect(
      await countRows(
        at.running.source,
        `platform.audit WHERE action = 'identity-unlinked' AND subject_id = $1`,
        [member._id],
      ),
    ).toBe(1);
  });

  it('refuses to remove the last way to sign in, also when two are removed at the same time', async () => {
    const alone = await at.linking.viaGoogle();
    expect(errorCodeOf(await at.linking.unlink(alone.token, 'google').expect(409))).toBe(
      'last_way_in',
    );
    for (let i = 0; i < 5; i++) {
      const person = await at.linking.viaGoogle();
      await at.linking.linkNew(person.token, 'microsoft');
      expect(
        sortedStatuses(
          await Promise.all(
            ['google', 'microsoft'].map((provider) => at.linking.unlink(person.token, provider)),
          ),
        ),
      ).toEqual([200, 409]);
      expect(
        await countRows(at.running.source, 'identity.identity WHERE account_id = $1', [person._id]),
      ).toBe(1);
    }
  });

  it('ends a sign-in by that identity that waits for its second factor', async () => {
    const member = await at.people.member();
    const claims = await at.linking.linkNew(member.token, 'google');
    await at.running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [member._id],
    );
    await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(401);
    const waiting = () =>
      countRows(at.running.source, 'identity.second_factor_challenge WHERE account_id = $1', [
        member._id,
      ]);
    expect(await waiting()).toBe(1);
    await at.linking.unlink(member.token, 'google').expect(200);
    expect(await waiting()).toBe(0);
  });

  it('leaves no sign-in of the identity behind when one happens at the same moment', async () => {
    const member = await at.people.member();
    const claims = await at.linking.linkNew(member.token, 'google');
    const tokens = await Promise.all([1, 2, 3].map(() => at.issuers.google.idToken(claims)));
    await Promise.all([
      ...tokens.map((token) => at.oidc.withToken('google', token)),
      at.linking.unlink(member.token, 'google'),
    ]);
    expect(
      await countRows(
        at.running.source,
        `identity.token WHERE account_id = $1 AND method = 'google'`,
        [member._id],
      ),
    ).toBe(0);
  });
});

it('Expired flows, pending links and used ID tokens are deleted', async () => {
  const person = await makePerson(at.running.source);
  await at.oidc.start('google').expect(200);
  await at.oidc.through(200, 'google', adasClaims({ email: person.email }));
  await at.oidc.withToken('google', await at.issuers.google.idToken(adasClaims())).expect(200);
  const left = () =>
    Promise.all(
      ['oidc_flow', 'pending_identity_link', 'used_id_token'].map((table) =>
        countRows(at.running.source, `identity.${table}`),
      ),
    );
  const job = new RetentionJob(at.running.app.get(UnitOfWork), at.running.clock, capabilities);
  await job.run();
  expect((await left()).every((n) => n > 0)).toBe(true);
  at.running.clock.advance(minutes(61));
  await job.run();
  expect(await left()).toEqual([0, 0, 0]);
});
