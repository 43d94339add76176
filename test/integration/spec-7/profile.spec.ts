import { randomUUID } from 'node:crypto';
import { Secrets } from '../../../server/platform/security/secrets';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import { createInvitationFor } from '../../../server/researchers/invitations/create-invitation.command';
import { startApp, type RunningApp } from '../../support/app';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people';
import {
  oidcOf,
  startAppWith,
  startIssuers,
  type Issuers,
} from '../authentication/oidc/oidc-people';
import { basic, bearer, freshEmail, password, peopleOf } from '../accounts/people-of';
import { samlOf, type Saml } from '../authentication/saml/saml-people';
import { secondFactorOf } from '../authentication/second-factor/second-factor-of';
import { bodyOf } from '../../support/body-of';

/**
 * One `describe` for each row of the table in docs/specification.md, 7; every answer is also
 * checked against the served OpenAPI document.
 */
let run: RunningApp;
let issuers: Issuers;
let people: ReturnType<typeof peopleOf>;
let oidc: ReturnType<typeof oidcOf>;
let saml: Saml;
beforeAll(async () => {
  issuers = await startIssuers();
  run = await startAppWith(issuers);
  people = peopleOf(run);
  oidc = oidcOf(run, issuers);
  saml = await samlOf(run);
});
afterAll(async () => {
  await run.close();
  await issuers.close();
});

const profile = '/api/users/profile/';
const put = (body: object, token?: string) =>
  (token === undefined ? run.http().put(profile) : run.http().put(profile).set(bearer(token))).send(
    body,
  );
const claims = (more: object = {}) => ({
  sub: randomUUID(),
  email: freshEmail(),
  email_verified: true,
  given_name: 'Grace',
  family_name: 'Hopper',
  ...more,
});
const keysOfUser = [
  '_id',
  'created_at',
  'deletion_at',
  'email',
  'first_name',
  'identities',
  'interests',
  'is_researcher',
  'language',
  'last_name',
  'organization',
  'organization_ror_id',
  'researcher_privilege',
  'role',
  'status',
];
const invitation = () =>
  run.app
    .get(UnitOfWork)
    .run((tx) =>
      createInvitationFor(tx, run.app.get(Secrets), {
        createdBy: null,
        maxUses: 1,
        expiresAt: null,
      }),
    )
    .then((i) => (i as { code: string }).code);

describe('GET /api/users/profile/', () => {
  it('with Basic username and password signs in: the user object with a token', async () => {
    const { email, _id } = await people.member();
    const body = await bodyOf(run.http().get(profile).set(basic(email)).expect(200));
    expect(body).toMatchObject({
      _id,
      email,
      first_name: 'Ada',
      role: null,
      is_researcher: false,
      researcher_privilege: null,
      status: 'ACTIVE',
    });
    expect(Object.keys(body as object).sort()).toEqual(
      [...keysOfUser, 'token', 'token_expires_at'].sort(),
    );
    await run
      .http()
      .get(profile)
      .set(bearer((body as { token: string }).token))
      .expect(200);
  });

  it('takes the query of the login form, whatever else is in it', async () => {
    const { email } = await people.member();
    const [short, long] = await Promise.all(
      ['', '&remember=true'].map(
        async (q) =>
          (
            await run
              .http()
              .get(`${profile}?email=x&password=&redirect=%2Fhome${q}`)
              .set(basic(email))
              .expect(200)
          ).body as { token_expires_at: string },
      ),
    );
    const hours = (o: { token_expires_at: string } | undefined) =>
      (Date.parse(o?.token_expires_at ?? '') - run.clock.now().getTime()) / 3_600_000;
    expect(hours(short)).toBeCloseTo(12, 1);
    expect(hours(long)).toBeCloseTo(720, 1);
  });

  it('with the Bearer of the platform is the user, without another token', async () => {
    const { token } = await people.member();
    const body = await bodyOf(run.http().get(profile).set(bearer(token)).expect(200));
    expect(Object.keys(body as object).sort()).toEqual(keysOfUser);
  });

  it('with token_issuer=google and the token as Bearer signs in, a participant at first, with an invitation a researcher', async () => {
    const who = claims();
    const first = (await oidc.withToken('google', await issuers.google.idToken(who)).expect(200))
      .body as { _id: string; token: string };
    expect(first).toMatchObject({
      email: who.email,
      is_researcher: false,
      status: 'ACTIVE',
      identities: [{ provider: 'google' }],
      token: expect.any(String),
    });
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(who)).expect(200)).body,
    ).toMatchObject({ _id: first._id });
    const code = await invitation();
    const researcher = await oidc
      .withToken(
        'google',
        await issuers.google.idToken(claims()),
        `&is_researcher=true&invitation_code=${code}`,
      )
      .expect(200);
    expect(researcher.body).toMatchObject({ is_researcher: true, researcher_privilege: null });
    expect(
      (
        await oidc
          .withToken(
            'google',
            await issuers.google.idToken(claims()),
            `&is_researcher=true&invitation_code=${code}`,
          )
          .expect(400)
      ).body,
    ).toMatchObject({ code: 'invalid_invitation' });
  });

  it('with token_issuer=ssoready and the token of redeem signs in', async () => {
    const uni = await saml.connect();
    const token = await saml.tokenAfter(await saml.answerFrom(uni));
    const body = await bodyOf(saml.profile(token).expect(200));
    expect(body).toMatchObject({
      email: `somebody@${uni.domain}`,
      identities: [{ provider: 'ssoready' }],
      token: expect.any(String),
    });
    expect((await saml.profile(token).expect(401)).body).toMatchObject({
      code: 'invalid_identity_token',
    });
  });

  it('401: nobody, a bad token, a wrong password, an unknown address, an issuer’s token that proves nothing', async () => {
    const { email } = await people.member();
    const code = async (headers: Record<string, string>, query = '') =>
      (
        (await run.http().get(`${profile}${query}`).set(headers).expect(401)).body as {
          code: string;
        }
      ).code;
    expect(await code({})).toBe('unauthenticated');
    expect(await code(bearer('x'.repeat(43)))).toBe('unauthenticated');
    expect(await code(basic(email, 'Wrong-Pass-1'))).toBe('invalid_credentials');
    expect(await code(basic(freshEmail()))).toBe('invalid_credentials');
    expect(await code({ authorization: 'Basic nonsense' })).toBe('invalid_credentials');
    expect(await code(bearer('a.b.c'), '?token_issuer=google')).toBe('invalid_identity_token');
    expect(
      await code(
        bearer(await issuers.google.sign({ ...claims(), aud: 'somebody-else' })),
        '?token_issuer=google',
      ),
    ).toBe('invalid_identity_token');
    expect(await code({}, '?token_issuer=ssoready')).toBe('invalid_identity_token');
  });

  it('401 second_factor_required: a challenge instead of a token', async () => {
    const factors = secondFactorOf(run);
    const { email } = await factors.withTotp();
    const body = await bodyOf(run.http().get(profile).set(basic(email)).expect(401));
    expect(body).toMatchObject({
      code: 'second_factor_required',
      challenge: { methods: ['totp', 'recovery_code'], token: expect.any(String) },
    });
    expect(body).not.toHaveProperty('token');
  });

  it('400 for an unknown issuer, 409 for an address that has an account, 403 without an address and for a disabled account', async () => {
    expect(
      (await run.http().get(`${profile}?token_issuer=yahoo`).set(bearer('a.b.c')).expect(400)).body,
    ).toMatchObject({ code: 'unsupported_issuer' });
    const { email, _id } = await people.member();
    expect(
      (await oidc.withToken('google', await issuers.google.idToken(claims({ email }))).expect(409))
        .body,
    ).toMatchObject({ code: 'identity_proof_needed' });
    expect(
      (
        await oidc
          .withToken('orcid', await issuers.orcid.idToken({ sub: '0000-0002-1825-0097' }))
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'identity_unknown' });
    await run
      .http()
      .put(`/api/users/${_id}/`)
      .set(saml.administrator.headers)
      .send({ disabled: true, reason: 'x' })
      .expect(200);
    expect((await run.http().get(profile).set(basic(email)).expect(403)).body).toMatchObject({
      code: 'account_disabled',
    });
  });

  it('503 when the issuer cannot be reached, and 429 with Retry-After after too many failures', async () => {
    const limited = await startApp({
      environment: {
        RATE_LIMITS: 'on',
        GOOGLE_CLIENT_ID: 'a',
        GOOGLE_CLIENT_SECRET: 'b',
        GOOGLE_ISSUER_URL: 'http://127.0.0.1:9',
      },
    });
    try {
      expect(
        (
          await limited
            .http()
            .get(`${profile}?token_issuer=google`)
            .set(bearer(await issuers.google.sign(claims())))
            .expect(503)
        ).body,
      ).toMatchObject({ code: 'issuer_unavailable' });
      for (let i = 0; i < 5; i++)
        await limited.http().get(profile).set(basic('ada@uni.test')).expect(401);
      const answer = await limited.http().get(profile).set(basic('ada@uni.test')).expect(429);
      expect(answer.body).toMatchObject({
        code: 'too_many_requests',
        description: expect.stringMatching(/\w/),
      });
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    } finally {
      await limited.close();
    }
  });
});

describe('PUT /api/users/profile/', () => {
  it('remove-token with token: signed out, once and again; another’s token with the own Bearer stays', async () => {
    const [one, other] = [await people.member(), await people.member()];
    await put({ action: 'remove-token', token: other.token }, one.token).expect(204);
    await run.http().get(profile).set(bearer(other.token)).expect(200);
    await put({ action: 'remove-token', token: one.token }, one.token).expect(204);
    await put({ action: 'remove-token', token: one.token }).expect(204);
    await run.http().get(profile).set(bearer(one.token)).expect(401);
  });

  it('email-verify: 202 and another mail, 401 for nobody', async () => {
    const { _id, token } = await people.member();
    await put({ action: 'email-verify' }, token).expect(202);
    await put({ action: 'email-verify' }).expect(401);
    const user = await people.register();
    const body = await bodyOf(people.signIn(user.email).expect(200));
    const before = await people.events('identity.verification-requested', user._id);
    await put({ action: 'email-verify' }, (body as { token: string }).token).expect(202);
    expect(await people.events('identity.verification-requested', user._id)).toHaveLength(
      before.length + 1,
    );
    expect(await people.events('identity.verification-requested', _id)).toHaveLength(1);
  });

  it('activate with key: no token needed, once; 400 invalid_key', async () => {
    const user = await people.register();
    const key = await people.keyOf(user._id);
    expect((await put({ action: 'activate', key }).expect(200)).body).toMatchObject({
      _id: user._id,
      status: 'ACTIVE',
    });
    expect((await put({ action: 'activate', key }).expect(400)).body).toMatchObject({
      code: 'invalid_key',
    });
    expect((await put({ action: 'activate', key: 'x' }).expect(400)).body).toMatchObject({
      code: 'invalid_key',
    });
  });

  it('a profile payload: 200 user; 401, 400 for nothing, for unknown and for forbidden fields', async () => {
    const researcher = await makeResearcher(run.source, { organization: null });
    const body = await bodyOf(
      put(
        {
          first_name: 'Grace',
          last_name: 'Hopper',
          organization: 'Yale',
          interests: 'Compilers',
          language: 'de',
        },
        researcher.token,
      ).expect(200),
    );
    expect(body).toMatchObject({
      _id: researcher._id,
      first_name: 'Grace',
      last_name: 'Hopper',
      organization: 'Yale',
      interests: 'Compilers',
      language: 'de',
      researcher_privilege: null,
    });
    await put({ first_name: 'Grace' }).expect(401);
    expect((await put({}, researcher.token).expect(400)).body).toMatchObject({
      code: 'validation_failed',
      fields: [{ code: 'nothing_to_change' }],
    });
    for (const field of [
      'role',
      'email',
      'status',
      'researcher_privilege',
      'is_researcher',
      'password',
    ]) {
      expect(
        (await put({ first_name: 'A', [field]: true }, researcher.token).expect(400)).body,
      ).toMatchObject({ fields: [{ path: field, code: 'unknown_field' }] });
    }
    expect(
      (await put({ action: 'become-administrator' }, researcher.token).expect(400)).body,
    ).toMatchObject({ fields: [{ path: 'action', code: 'not_one_of' }] });
  });
});

describe('DELETE /api/users/profile/', () => {
  it('202 with the day; 401; a researcher 403; the last administrator 409', async () => {
    const { token } = await people.member();
    const body = await bodyOf(run.http().delete(profile).set(bearer(token)).expect(202));
    expect(Object.keys(body as object)).toEqual(['deletion_at']);
    await run.http().delete(profile).expect(401);
    expect(
      (
        await run
          .http()
          .delete(profile)
          .set((await makeResearcher(run.source)).headers)
          .expect(403)
      ).body,
    ).toMatchObject({ code: 'researcher_deletion' });
    const alone = await startApp();
    try {
      expect(
        (
          await alone
            .http()
            .delete(profile)
            .set((await makeAdministrator(alone.source)).headers)
            .expect(409)
        ).body,
      ).toMatchObject({ code: 'last_administrator' });
    } finally {
      await alone.close();
    }
  });

  it('is cancelled by signing in within 30 days', async () => {
    const { email, token } = await people.member();
    await run.http().delete(profile).set(bearer(token)).expect(202);
    expect(
      (await run.http().get(profile).set(basic(email, password)).expect(200)).body,
    ).toMatchObject({ deletion_at: null });
    expect(
      (
        await run
          .http()
          .get(profile)
          .set((await makePerson(run.source)).headers)
          .expect(200)
      ).body,
    ).toMatchObject({ deletion_at: null });
  });
});
