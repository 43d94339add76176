import { randomUUID } from 'node:crypto';
import { minutes } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app';
import { bodyOf } from '../../../support/body-of';
import { count, peopleOf, statuses } from '../../accounts/people-of';
import {
  ada,
  freshSubject,
  oidcOf,
  startAppWith,
  startIssuers,
  type Issuers,
} from '../oidc/oidc-people';
import { codeOf, linkingOf } from './linking';

let issuers: Issuers;
let running: RunningApp;
let oidc: ReturnType<typeof oidcOf>;
let linking: ReturnType<typeof linkingOf>;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  issuers = await startIssuers();
  running = await startAppWith(issuers);
  oidc = oidcOf(running, issuers);
  linking = linkingOf(running, issuers);
  people = peopleOf(running);
});
afterAll(async () => {
  await running?.close();
  await issuers.close();
});

describe('Linking a further way in', () => {
  it('takes an ID token, and once more changes nothing', async () => {
    const member = await people.member();
    const claims = ada();
    const body = await bodyOf(
      linking
        .link(member.token, {
          provider: 'google',
          token: await issuers.google.idToken(claims),
        })
        .expect(200),
    );
    expect(body).toMatchObject({
      _id: member._id,
      identities: [{ provider: 'google', created_at: expect.any(String) }],
    });
    expect(
      (
        await linking
          .link(member.token, {
            provider: 'google',
            token: await issuers.google.idToken(claims),
          })
          .expect(200)
      ).body,
    ).toMatchObject({ identities: [{ provider: 'google' }] });
    expect(await people.events('identity.identity-linked', member._id)).toHaveLength(1);
    expect(
      await count(
        running.source,
        `platform.audit WHERE action = 'identity-linked' AND subject_id = $1 AND details = '{"method": "google"}'`,
        [member._id],
      ),
    ).toBe(1);
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)).body,
    ).toMatchObject({ _id: member._id });
  });

  it('takes the token of a sign-in that needed proof, of its account alone, once and for fifteen minutes', async () => {
    const [member, stranger] = [await people.member(), await people.member()];
    const proof = async () =>
      (await oidc.through(200, 'google', ada({ email: member.email }))) as { link_token: string };
    const { link_token } = await proof();
    expect(
      (await linking.link(stranger.token, { provider: 'google', token: link_token }).expect(400))
        .body,
    ).toMatchObject({ code: 'validation_failed', fields: [{ path: 'token', code: 'invalid' }] });
    await linking.link(member.token, { provider: 'microsoft', token: link_token }).expect(400);
    expect(
      (await linking.link(member.token, { provider: 'google', token: link_token }).expect(200))
        .body,
    ).toMatchObject({ identities: [{ provider: 'google' }] });
    await linking.link(member.token, { provider: 'google', token: link_token }).expect(400);
    await linking.unlink(member.token, 'google').expect(200);
    const late = await proof();
    running.clock.advance(minutes(15.1));
    const { token } = (await people.signIn(member.email).expect(200)).body as { token: string };
    await linking.link(token, { provider: 'google', token: late.link_token }).expect(400);
    running.clock.advance(-minutes(15.1));
  });

  it('takes the token of an organization’s sign-on, once', async () => {
    const member = await people.member();
    const token = await linking.ssoToken(freshSubject());
    expect(
      (await linking.link(member.token, { provider: 'ssoready', token }).expect(200)).body,
    ).toMatchObject({ identities: [{ provider: 'ssoready' }] });
    await linking.link(member.token, { provider: 'ssoready', token }).expect(400);
    await linking
      .link(member.token, {
        provider: 'ssoready',
        token: await linking.ssoToken(freshSubject(), '-1 second'),
      })
      .expect(400);
  });

  it('refuses the identity of somebody else, and a second one of a kind', async () => {
    const [one, two] = [await people.member(), await people.member()];
    const claims = await linking.linkNew(one.token, 'google');
    expect(
      codeOf(
        await linking
          .link(two.token, {
            provider: 'google',
            token: await issuers.google.idToken(claims),
          })
          .expect(409),
      ),
    ).toBe('identity_taken');
    expect(
      codeOf(
        await linking
          .link(one.token, {
            provider: 'google',
            token: await issuers.google.idToken(ada()),
          })
          .expect(409),
      ),
    ).toBe('identity_taken');
  });

  it('[6.8.1] keeps providers apart that call themselves the same: an organization’s metadata may name any issuer', async () => {
    const [victim, other] = [await people.member(), await people.member()];
    const claims = ada();
    await running.source.query(
      `INSERT INTO identity.identity (id, account_id, provider, issuer, subject) VALUES ($1, $2, 'ssoready', $3, $4)`,
      [randomUUID(), victim._id, issuers.google.issuer, claims.sub],
    );
    expect(
      codeOf(await oidc.withToken('google', await issuers.google.idToken(claims)).expect(409)),
    ).toBe('identity_taken');
    for (const { token } of [victim, other])
      expect(
        codeOf(
          await linking
            .link(token, {
              provider: 'google',
              token: await issuers.google.idToken(claims),
            })
            .expect(409),
        ),
      ).toBe('identity_taken');
  });

  it('by two accounts at once goes to one of them', async () => {
    const members = await Promise.all([1, 2, 3, 4].map(() => people.member()));
    const claims = ada();
    const tokens = await Promise.all(members.map(() => issuers.google.idToken(claims)));
    expect(
      statuses(
        await Promise.all(
          members.map((m, i) => linking.link(m.token, { provider: 'google', token: tokens[i] })),
        ),
      ),
    ).toEqual([200, 409, 409, 409]);
  });

  it('and a first sign-in by the same identity at once never make two owners of it', async () => {
    const member = await people.member();
    const claims = ada();
    const [token, other] = [
      await issuers.google.idToken(claims),
      await issuers.google.idToken(claims),
    ];
    await Promise.all([
      linking.link(member.token, { provider: 'google', token }),
      oidc.withToken('google', other),
    ]);
    expect(await count(running.source, `identity.identity WHERE subject = $1`, [claims.sub])).toBe(
      1,
    );
  });

  it('[7.5.1] needs somebody who is signed in, and has signed in just now', async () => {
    const token = await issuers.google.idToken(ada());
    await running.http().put('/api/identities/').send({ provider: 'google', token }).expect(401);
    const member = await people.member();
    running.clock.advance(minutes(15.1));
    for (const refused of [
      await linking.link(member.token, { provider: 'google', token }).expect(403),
      await linking.unlink(member.token, 'google').expect(403),
      await oidc.start('google', { purpose: 'link' }, member.token).expect(403),
    ]) {
      expect(codeOf(refused)).toBe('recent_sign_in_required');
    }
    running.clock.advance(-minutes(15.1));
  });

  it('waits for the verification of the address: whoever registers another’s leaves nothing behind in it', async () => {
    const squatter = await people.register();
    const { token } = (await people.signIn(squatter.email).expect(200)).body as { token: string };
    expect(
      codeOf(
        await linking
          .link(token, {
            provider: 'google',
            token: await issuers.google.idToken(ada()),
          })
          .expect(403),
      ),
    ).toBe('email_not_verified');
    expect(codeOf(await oidc.start('google', { purpose: 'link' }, token).expect(403))).toBe(
      'email_not_verified',
    );
  });

  it.each(['', 'nonsense', 'a.b.c', 'x'.repeat(20_000)])(
    'takes no nonsense: %.10s',
    async (token) => {
      const member = await people.member();
      expect(
        (await linking.link(member.token, { provider: 'google', token }).expect(400)).body,
      ).toMatchObject({ code: 'validation_failed', fields: [{ path: 'token' }] });
      await linking.link(member.token, { provider: 'github', token: 'a.b.c' }).expect(400);
    },
  );
});
