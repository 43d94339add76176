import { randomUUID } from 'node:crypto';
import { minutes } from '../../../server/platform/concurrency/clock';
import { sha256 } from '../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { capabilities } from '../../../server/contexts';
import { sealProfile } from '../../../server/authentication/saml/sso-tokens';
import { RetentionJob } from '../../../workers/retention.job';
import type { RunningApp } from '../../support/app';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people';
import {
  freshOrcid,
  freshSubject,
  oidcOf,
  startAppWith,
  startIssuers,
  tenant,
  type Issuers,
  type ProviderName,
} from './oidc/oidc-people';
import { bearer, count, freshEmail, peopleOf, statuses } from '../accounts/people-of';
import { bodyOf } from '../../support/body-of';

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

const ada = (more: object = {}) => ({
  sub: freshSubject(),
  email: freshEmail(),
  email_verified: true,
  given_name: 'Ada',
  family_name: 'Lovelace',
  ...more,
});
const link = (token: string, body: object) =>
  running.http().put('/api/identities/').set(bearer(token)).send(body);
const unlink = (token: string, provider: string) =>
  running.http().delete('/api/identities/').set(bearer(token)).send({ provider });
const linkNew = async (token: string, provider: ProviderName, more: object = {}) => {
  const claims = ada(provider === 'microsoft' ? { tid: tenant, ...more } : more);
  await link(token, { provider, token: await issuers[provider].idToken(claims) }).expect(200);
  return claims;
};
/** Somebody without a password, signed in by Google. */
const viaGoogle = async () => {
  const claims = ada();
  return {
    claims,
    ...((await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)).body as {
      _id: string;
      token: string;
      email: string;
    }),
  };
};
const codeOf = (answer: { body: unknown }) => (answer.body as { code?: string }).code;
const ssoToken = async (subject: string, expires = '5 minutes') => {
  const [connection] = await running.source.query<{ id: string }[]>(
    `INSERT INTO identity.saml_connection (id, organization, entity_id, sso_url, certificates, enabled)
     VALUES ($1, 'Uni', $2, 'https://idp.test/sso', '{}', true) RETURNING id`,
    [randomUUID(), `https://idp-${randomUUID()}.test`],
  );
  const token = randomUUID();
  const person = {
    provider: 'ssoready' as const,
    issuer: 'https://idp.test',
    subject,
    email: freshEmail(),
    email_verified: true,
    first_name: 'Ada',
    last_name: 'L',
  };
  await running.source.query(
    `INSERT INTO identity.sso_token (hash, connection_id, person, expires_at) VALUES ($1, $2, $3, now() + $4::interval)`,
    [sha256(token), connection?.id, sealProfile(token, person), expires],
  );
  return token;
};

describe('Linking a further way in', () => {
  it('takes an ID token, and once more changes nothing', async () => {
    const member = await people.member();
    const claims = ada();
    const body = await bodyOf(
      link(member.token, {
        provider: 'google',
        token: await issuers.google.idToken(claims),
      }).expect(200),
    );
    expect(body).toMatchObject({
      _id: member._id,
      identities: [{ provider: 'google', created_at: expect.any(String) }],
    });
    expect(
      (
        await link(member.token, {
          provider: 'google',
          token: await issuers.google.idToken(claims),
        }).expect(200)
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
      (await link(stranger.token, { provider: 'google', token: link_token }).expect(400)).body,
    ).toMatchObject({ code: 'validation_failed', fields: [{ path: 'token', code: 'invalid' }] });
    await link(member.token, { provider: 'microsoft', token: link_token }).expect(400);
    expect(
      (await link(member.token, { provider: 'google', token: link_token }).expect(200)).body,
    ).toMatchObject({ identities: [{ provider: 'google' }] });
    await link(member.token, { provider: 'google', token: link_token }).expect(400);
    await unlink(member.token, 'google').expect(200);
    const late = await proof();
    running.clock.advance(minutes(15.1));
    const { token } = (await people.signIn(member.email).expect(200)).body as { token: string };
    await link(token, { provider: 'google', token: late.link_token }).expect(400);
    running.clock.advance(-minutes(15.1));
  });

  it('takes the token of an organization’s sign-on, once', async () => {
    const member = await people.member();
    const token = await ssoToken(freshSubject());
    expect(
      (await link(member.token, { provider: 'ssoready', token }).expect(200)).body,
    ).toMatchObject({ identities: [{ provider: 'ssoready' }] });
    await link(member.token, { provider: 'ssoready', token }).expect(400);
    await link(member.token, {
      provider: 'ssoready',
      token: await ssoToken(freshSubject(), '-1 second'),
    }).expect(400);
  });

  it('refuses the identity of somebody else, and a second one of a kind', async () => {
    const [one, two] = [await people.member(), await people.member()];
    const claims = await linkNew(one.token, 'google');
    expect(
      codeOf(
        await link(two.token, {
          provider: 'google',
          token: await issuers.google.idToken(claims),
        }).expect(409),
      ),
    ).toBe('identity_taken');
    expect(
      codeOf(
        await link(one.token, {
          provider: 'google',
          token: await issuers.google.idToken(ada()),
        }).expect(409),
      ),
    ).toBe('identity_taken');
  });

  it('keeps providers apart that call themselves the same: an organization’s metadata may name any issuer', async () => {
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
          await link(token, {
            provider: 'google',
            token: await issuers.google.idToken(claims),
          }).expect(409),
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
          members.map((m, i) => link(m.token, { provider: 'google', token: tokens[i] })),
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
      link(member.token, { provider: 'google', token }),
      oidc.withToken('google', other),
    ]);
    expect(await count(running.source, `identity.identity WHERE subject = $1`, [claims.sub])).toBe(
      1,
    );
  });

  it('needs somebody who is signed in, and has signed in just now', async () => {
    const token = await issuers.google.idToken(ada());
    await running.http().put('/api/identities/').send({ provider: 'google', token }).expect(401);
    const member = await people.member();
    running.clock.advance(minutes(15.1));
    for (const refused of [
      await link(member.token, { provider: 'google', token }).expect(403),
      await unlink(member.token, 'google').expect(403),
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
        await link(token, {
          provider: 'google',
          token: await issuers.google.idToken(ada()),
        }).expect(403),
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
        (await link(member.token, { provider: 'google', token }).expect(400)).body,
      ).toMatchObject({ code: 'validation_failed', fields: [{ path: 'token' }] });
      await link(member.token, { provider: 'github', token: 'a.b.c' }).expect(400);
    },
  );

  it('is for researchers alone where it is ORCID', async () => {
    for (const { token } of [
      await people.member(),
      await makePerson(running.source),
      await makeAdministrator(running.source),
    ]) {
      for (const idToken of [await issuers.orcid.idToken({ sub: freshOrcid() }), 'a.b.c']) {
        expect(
          (await link(token, { provider: 'orcid', token: idToken }).expect(403)).body,
        ).toMatchObject({ code: 'forbidden' });
      }
      expect(
        (await oidc.start('orcid', { purpose: 'link' }, token).expect(403)).body,
      ).toMatchObject({ code: 'forbidden' });
      await oidc.start('orcid', { purpose: 'sign-in' }, token).expect(200);
      expect(
        await count(
          running.source,
          `identity.identity i JOIN identity.token t USING (account_id) WHERE t.hash = $1`,
          [sha256(token)],
        ),
      ).toBe(0);
    }
    await oidc
      .start('orcid', { purpose: 'link' }, (await makeResearcher(running.source)).token)
      .expect(200);
  });

  it('shows a researcher’s ORCID iD on the public profile', async () => {
    const sub = freshOrcid();
    const researcher = await makeResearcher(running.source);
    const profile = async () =>
      (await running.http().get(`/api/users/public/${researcher._id}/`).expect(200)).body as {
        orcid: string | null;
      };
    expect((await profile()).orcid).toBeNull();
    await linkNew(researcher.token, 'orcid', { sub });
    expect((await profile()).orcid).toBe(sub);
    await running.source.query(`UPDATE identity.account SET password_hash = 'x' WHERE id = $1`, [
      researcher._id,
    ]);
    await unlink(researcher.token, 'orcid').expect(200);
    expect((await profile()).orcid).toBeNull();
  });
});

describe('Unlinking', () => {
  it('ends that way in and the other sign-ins that came by it, and no others', async () => {
    const member = await people.member();
    const claims = await linkNew(member.token, 'google');
    const { token } = (
      await oidc.withToken('google', await issuers.google.idToken(claims)).expect(200)
    ).body as { token: string };
    expect((await unlink(member.token, 'google').expect(200)).body).toMatchObject({
      _id: member._id,
      identities: [],
    });
    await running.http().get('/api/users/profile/').set(bearer(token)).expect(401);
    await running.http().get('/api/users/profile/').set(bearer(member.token)).expect(200);
    expect(
      await oidc
        .withToken('google', await issuers.google.idToken({ ...claims, email: member.email }))
        .then(codeOf),
    ).toBe('identity_proof_needed');
    expect(codeOf(await unlink(member.token, 'google').expect(404))).toBe('not_found');
    expect(
      [
        await people.events('identity.identity-unlinked', member._id),
        await people.events('identity.signed-out', member._id),
      ].map((e) => e.length),
    ).toEqual([1, 1]);
    expect(
      await count(
        running.source,
        `platform.audit WHERE action = 'identity-unlinked' AND subject_id = $1`,
        [member._id],
      ),
    ).toBe(1);
  });

  it('never takes the last way in: neither the only one nor, of two, both at once', async () => {
    const alone = await viaGoogle();
    expect(codeOf(await unlink(alone.token, 'google').expect(409))).toBe('last_way_in');
    for (let i = 0; i < 5; i++) {
      const person = await viaGoogle();
      await linkNew(person.token, 'microsoft');
      expect(
        statuses(
          await Promise.all(
            ['google', 'microsoft'].map((provider) => unlink(person.token, provider)),
          ),
        ),
      ).toEqual([200, 409]);
      expect(
        await count(running.source, 'identity.identity WHERE account_id = $1', [person._id]),
      ).toBe(1);
    }
  });

  it('ends a sign-in by it that waits for its second factor', async () => {
    const member = await people.member();
    const claims = await linkNew(member.token, 'google');
    await running.source.query(
      `INSERT INTO identity.totp (account_id, secret, confirmed_at) VALUES ($1, '\\x00', now())`,
      [member._id],
    );
    await oidc.withToken('google', await issuers.google.idToken(claims)).expect(401);
    const waiting = () =>
      count(running.source, 'identity.second_factor_challenge WHERE account_id = $1', [member._id]);
    expect(await waiting()).toBe(1);
    await unlink(member.token, 'google').expect(200);
    expect(await waiting()).toBe(0);
  });

  it('and a sign-in by the same identity at once leave no sign-in behind that nobody can end', async () => {
    const member = await people.member();
    const claims = await linkNew(member.token, 'google');
    const tokens = await Promise.all([1, 2, 3].map(() => issuers.google.idToken(claims)));
    await Promise.all([
      ...tokens.map((token) => oidc.withToken('google', token)),
      unlink(member.token, 'google'),
    ]);
    expect(
      await count(running.source, `identity.token WHERE account_id = $1 AND method = 'google'`, [
        member._id,
      ]),
    ).toBe(0);
  });
});

it('What nobody can use any more is tidied away', async () => {
  const person = await makePerson(running.source);
  await oidc.start('google').expect(200);
  await oidc.through(200, 'google', ada({ email: person.email }));
  await oidc.withToken('google', await issuers.google.idToken(ada())).expect(200);
  const left = () =>
    Promise.all(
      ['oidc_flow', 'pending_identity_link', 'used_id_token'].map((table) =>
        count(running.source, `identity.${table}`),
      ),
    );
  const job = new RetentionJob(running.app.get(UnitOfWork), running.clock, capabilities);
  await job.run();
  expect((await left()).every((n) => n > 0)).toBe(true);
  running.clock.advance(minutes(61));
  await job.run();
  expect(await left()).toEqual([0, 0, 0]);
});
