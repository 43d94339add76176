import { startApp, TestClock } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { bodyOf } from '../../support/app/body-of';
import { makeAdministrator, makePerson, makeResearcher } from '../../support/people/people';
import { basicAuthHeader, bearer, password, accountRequestsOf } from '../accounts/account-requests';
import { secondFactorRequestsOf } from '../authentication/second-factor/second-factor-of';
import { startTimeoutMs } from '../../support/app/starting-takes';

/**
 * One `describe` for each row of the table in docs/specification.md, 7; every answer is also
 * checked against the served OpenAPI document.
 */
let run: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  run = await sharedApp();
  people = accountRequestsOf(run);
});
afterAll(() => run.close());

const profile = '/api/users/profile/';
const put = (body: object, token?: string) =>
  (token === undefined ? run.http().put(profile) : run.http().put(profile).set(bearer(token))).send(
    body,
  );

const keysOfUser = [
  '_id',
  'builds',
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
  'region',
  'researcher_privilege',
  'role',
  'status',
  'zone',
];

describe('GET /api/users/profile/', () => {
  it('with Basic authentication signs in and returns the user with a token', async () => {
    const { email, _id } = await people.member();
    const body = await bodyOf(run.http().get(profile).set(basicAuthHeader(email)).expect(200));
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

  it('accepts the query of the login form, including unknown parameters', async () => {
    const { email } = await people.member();
    const [short, long] = await Promise.all(
      ['', '&remember=true'].map(
        async (q) =>
          (
            await run
              .http()
              .get(`${profile}?email=x&password=&redirect=%2Fhome${q}`)
              .set(basicAuthHeader(email))
              .expect(200)
          ).body as { token_expires_at: string },
      ),
    );
    const hours = (o: { token_expires_at: string } | undefined) =>
      (Date.parse(o?.token_expires_at ?? '') - run.clock.now().getTime()) / 3_600_000;
    expect(hours(short)).toBeCloseTo(12, 1);
    expect(hours(long)).toBeCloseTo(720, 1);
  });

  it('with a Bearer token returns the user without a new token', async () => {
    const { token } = await people.member();
    const body = await bodyOf(run.http().get(profile).set(bearer(token)).expect(200));
    expect(Object.keys(body as object).sort()).toEqual(keysOfUser);
  });

  it('answers 401 second_factor_required with a challenge instead of a token', async () => {
    const factors = secondFactorRequestsOf(run);
    const { email } = await factors.withTotp();
    const body = await bodyOf(run.http().get(profile).set(basicAuthHeader(email)).expect(401));
    expect(body).toMatchObject({
      code: 'second_factor_required',
      challenge: { methods: ['totp', 'recovery_code'], token: expect.any(String) },
    });
    expect(body).not.toHaveProperty('token');
  });
});

describe('PUT /api/users/profile/', () => {
  it('with remove-token signs out, also repeatedly; a token of another account is kept', async () => {
    const [one, other] = [await people.member(), await people.member()];
    await put({ action: 'remove-token', token: other.token }, one.token).expect(204);
    await run.http().get(profile).set(bearer(other.token)).expect(200);
    await put({ action: 'remove-token', token: one.token }, one.token).expect(204);
    await put({ action: 'remove-token', token: one.token }).expect(204);
    await run.http().get(profile).set(bearer(one.token)).expect(401);
  });

  it('with email-verify answers 202 and sends another email, and 401 without sign-in', async () => {
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

  it('with activate and a key needs no token and works once; 400 already_confirmed or invalid_key', async () => {
    const user = await people.register();
    const key = await people.keyOf(user._id);
    expect((await put({ action: 'activate', key }).expect(200)).body).toMatchObject({
      _id: user._id,
      status: 'ACTIVE',
    });
    expect((await put({ action: 'activate', key }).expect(400)).body).toMatchObject({
      code: 'already_confirmed',
    });
    expect((await put({ action: 'activate', key: 'x' }).expect(400)).body).toMatchObject({
      code: 'invalid_key',
    });
  });

  it('with profile fields answers 200; 401 without sign-in; 400 for no, unknown or forbidden fields', async () => {
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
  it(
    'answers 202 with the day; 401 without sign-in; 403 to a researcher; 409 to the last administrator',
    async () => {
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
      // This test has its own database, in which this person is the only administrator.
      const alone = await startApp({ clock: new TestClock() });
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
    },
    startTimeoutMs,
  );

  it('is cancelled by signing in within 30 days', async () => {
    const { email, token } = await people.member();
    await run.http().delete(profile).set(bearer(token)).expect(202);
    expect(
      (await run.http().get(profile).set(basicAuthHeader(email, password)).expect(200)).body,
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
