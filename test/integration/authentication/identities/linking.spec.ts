import { randomUUID } from 'node:crypto';
import { minutes } from '../../../../server/platform/concurrency/clock';
import { bodyOf } from '../../../support/app/body-of';
import { countRows, sortedStatuses } from '../../accounts/account-requests';
import { adasClaims, freshSubject } from '../oidc/oidc-people';
import { errorCodeOf } from '../oidc/linking';
import { setUpOidcIssuers } from '../oidc/use-oidc';

const at = setUpOidcIssuers();

describe('Linking an identity', () => {
  it('accepts an ID token, and changes nothing when repeated', async () => {
    const member = await at.people.member();
    const claims = adasClaims();
    const body = await bodyOf(
      at.linking
        .link(member.token, {
          provider: 'google',
          token: await at.issuers.google.idToken(claims),
        })
        .expect(200),
    );
    expect(body).toMatchObject({
      _id: member._id,
      identities: [{ provider: 'google', created_at: expect.any(String) }],
    });
    expect(
      (
        await at.linking
          .link(member.token, {
            provider: 'google',
            token: await at.issuers.google.idToken(claims),
          })
          .expect(200)
      ).body,
    ).toMatchObject({ identities: [{ provider: 'google' }] });
    expect(await at.people.events('identity.identity-linked', member._id)).toHaveLength(1);
    expect(
      await countRows(
        at.running.source,
        `platform.audit WHERE action = 'identity-linked' AND subject_id = $1 AND details = '{"method": "google"}'`,
        [member._id],
      ),
    ).toBe(1);
    expect(
      (await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(200)).body,
    ).toMatchObject({ _id: member._id });
  });

  it('accepts the link token of an interrupted sign-in: once, within fifteen minutes, by the account of that address', async () => {
    const [member, stranger] = [await at.people.member(), await at.people.member()];
    const proof = async () =>
      (await at.oidc.through(200, 'google', adasClaims({ email: member.email }))) as {
        link_token: string;
      };
    const { link_token } = await proof();
    expect(
      (await at.linking.link(stranger.token, { provider: 'google', token: link_token }).expect(400))
        .body,
    ).toMatchObject({ code: 'validation_failed', fields: [{ path: 'token', code: 'invalid' }] });
    await at.linking.link(member.token, { provider: 'microsoft', token: link_token }).expect(400);
    expect(
      (await at.linking.link(member.token, { provider: 'google', token: link_token }).expect(200))
        .body,
    ).toMatchObject({ identities: [{ provider: 'google' }] });
    await at.linking.link(member.token, { provider: 'google', token: link_token }).expect(400);
    await at.linking.unlink(member.token, 'google').expect(200);
    const late = await proof();
    at.running.clock.advance(minutes(15.1));
    const { token } = (await at.people.signIn(member.email).expect(200)).body as { token: string };
    await at.linking.link(token, { provider: 'google', token: late.link_token }).expect(400);
    at.running.clock.advance(-minutes(15.1));
  });

  it('accepts the token of an organization’s single sign-on once', async () => {
    const member = await at.people.member();
    const token = await at.linking.ssoToken(freshSubject());
    expect(
      (await at.linking.link(member.token, { provider: 'ssoready', token }).expect(200)).body,
    ).toMatchObject({ identities: [{ provider: 'ssoready' }] });
    await at.linking.link(member.token, { provider: 'ssoready', token }).expect(400);
    await at.linking
      .link(member.token, {
        provider: 'ssoready',
        token: await at.linking.ssoToken(freshSubject(), '-1 second'),
      })
      .expect(400);
  });

  it('refuses an identity of another account, and a second identity of the same provider', async () => {
    const [one, two] = [await at.people.member(), await at.people.member()];
    const claims = await at.linking.linkNew(one.token, 'google');
    expect(
      errorCodeOf(
        await at.linking
          .link(two.token, {
            provider: 'google',
            token: await at.issuers.google.idToken(claims),
          })
          .expect(409),
      ),
    ).toBe('identity_taken');
    expect(
      errorCodeOf(
        await at.linking
          .link(one.token, {
            provider: 'google',
            token: await at.issuers.google.idToken(adasClaims()),
          })
          .expect(409),
      ),
    ).toBe('identity_taken');
  });

  it('[6.8.1] does not confuse providers with the same issuer name: an organization’s metadata may claim any issuer', async () => {
    const [victim, other] = [await at.people.member(), await at.people.member()];
    const claims = adasClaims();
    await at.running.source.query(
      `INSERT INTO identity.identity (id, account_id, provider, issuer, subject) VALUES ($1, $2, 'ssoready', $3, $4)`,
      [randomUUID(), victim._id, at.issuers.google.issuer, claims.sub],
    );
    expect(
      errorCodeOf(
        await at.oidc.withToken('google', await at.issuers.google.idToken(claims)).expect(409),
      ),
    ).toBe('identity_taken');
    for (const { token } of [victim, other])
      expect(
        errorCodeOf(
          await at.linking
            .link(token, {
              provider: 'google',
              token: await at.issuers.google.idToken(claims),
            })
            .expect(409),
        ),
      ).toBe('identity_taken');
  });

  it('succeeds for one account when four link the same identity at the same time', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => at.people.member()));
    const claims = adasClaims();
    const tokens = await Promise.all(members.map(() => at.issuers.google.idToken(claims)));
    expect(
      sortedStatuses(
        await Promise.all(
          members.map((m, i) => at.linking.link(m.token, { provider: 'google', token: tokens[i] })),
        ),
      ),
    ).toEqual([200, 409, 409, 409]);
  });

  it('never creates two owners when a first sign-in with the same identity happens at the same time', async () => {
    const member = await at.people.member();
    const claims = adasClaims();
    const [token, other] = [
      await at.issuers.google.idToken(claims),
      await at.issuers.google.idToken(claims),
    ];
    await Promise.all([
      at.linking.link(member.token, { provider: 'google', token }),
      at.oidc.withToken('google', other),
    ]);
    expect(
      await countRows(at.running.source, `identity.identity WHERE subject = $1`, [claims.sub]),
    ).toBe(1);
  });

  it('[7.5.1] requires a signed-in person who signed in within the last fifteen minutes', async () => {
    const token = await at.issuers.google.idToken(adasClaims());
    await at.running.http().put('/api/identities/').send({ provider: 'google', token }).expect(401);
    const member = await at.people.member();
    at.running.clock.advance(minutes(15.1));
    for (const refused of [
      await at.linking.link(member.token, { provider: 'google', token }).expect(403),
      await at.linking.unlink(member.token, 'google').expect(403),
      await at.oidc.start('google', { purpose: 'link' }, member.token).expect(403),
    ]) {
      expect(errorCodeOf(refused)).toBe('recent_sign_in_required');
    }
    at.running.clock.advance(-minutes(15.1));
  });

  it('is refused until the address is verified, so that nobody can link an identity to another person’s address', async () => {
    const squatter = await at.people.register();
    const { token } = (await at.people.signIn(squatter.email).expect(200)).body as {
      token: string;
    };
    expect(
      errorCodeOf(
        await at.linking
          .link(token, {
            provider: 'google',
            token: await at.issuers.google.idToken(adasClaims()),
          })
          .expect(403),
      ),
    ).toBe('email_not_verified');
    expect(errorCodeOf(await at.oidc.start('google', { purpose: 'link' }, token).expect(403))).toBe(
      'email_not_verified',
    );
  });

  it.each(['', 'nonsense', 'a.b.c', 'x'.repeat(20_000)])(
    'refuses a malformed token: %.10s',
    async (token) => {
      const member = await at.people.member();
      expect(
        (await at.linking.link(member.token, { provider: 'google', token }).expect(400)).body,
      ).toMatchObject({ code: 'validation_failed', fields: [{ path: 'token' }] });
      await at.linking.link(member.token, { provider: 'github', token: 'a.b.c' }).expect(400);
    },
  );
});
