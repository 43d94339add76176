/** @lane quick */
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  basicAuthHeader,
  bearer,
  countRows,
  freshEmail,
  password,
  accountRequestsOf,
  sortedStatuses,
} from '../accounts/account-requests';
import { bodyOf } from '../../support/app/body-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
});
afterAll(() => running.close());

const profile = (query = '') => running.http().get(`/api/users/profile/${query}`);
const signOut = (token: string) =>
  running.http().put('/api/users/profile/').send({ action: 'remove-token', token });

describe('Signing in with email and password', () => {
  it('returns the user with a token for twelve hours', async () => {
    const user = await people.register();
    const body = await bodyOf(people.signIn(user.email.toUpperCase()).expect(200));
    const { token, token_expires_at } = body as { token: string; token_expires_at: string };
    expect(body).toMatchObject({ _id: user._id, email: user.email, status: 'NEW' });
    expect(token).toMatch(/^[A-Za-z0-9_-]{43}$/);
    expect(
      (new Date(token_expires_at).getTime() - running.clock.now().getTime()) / 3_600_000,
    ).toBeCloseTo(12, 1);
    expect(
      await countRows(
        running.source,
        `identity.token WHERE encode(hash, 'escape') LIKE '%' || $1 || '%'`,
        [token],
      ),
    ).toBe(0);
  });

  it('lasts thirty days with remember=true', async () => {
    const user = await people.register();
    const body = await bodyOf(people.signIn(user.email, password, '?remember=true').expect(200));
    expect(
      (new Date((body as { token_expires_at: string }).token_expires_at).getTime() -
        running.clock.now().getTime()) /
        86_400_000,
    ).toBeCloseTo(30, 1);
  });

  it('ignores unknown query parameters', async () => {
    const user = await people.register();
    await people.signIn(user.email, password, '?username=x&password=y&foo=1').expect(200);
  });

  it('[6.2.8] accepts a password with colons, spaces and other scripts', async () => {
    const secret = 'Ä:b c:1! пароль 密码';
    const user = await people.register(freshEmail(), {
      password: secret,
      password_confirmation: secret,
    });
    await people.signIn(user.email, secret).expect(200);
  });

  it.each([
    ['a wrong password', () => basicAuthHeader('nobody@uni.test', 'Wrong-Pass-1')],
    ['nothing in it', () => basicAuthHeader('', '')],
    ['SQL as a name', () => basicAuthHeader(`' OR 1=1 --`, 'x')],
    ['NUL as a name', () => basicAuthHeader('a\u0000@uni.test', 'x\u0000')],
    ['a very long name', () => basicAuthHeader('a'.repeat(3_000), 'b'.repeat(3_000))],
    ['no colon', () => ({ authorization: `Basic ${Buffer.from('nobody').toString('base64')}` })],
    ['no base64', () => ({ authorization: 'Basic %%%' })],
    [
      'bytes that are no UTF-8',
      () => ({ authorization: `Basic ${Buffer.from([0xff, 0x3a, 0xfe]).toString('base64')}` }),
    ],
  ])('is refused with %s', async (_, headers) => {
    expect((await profile().set(headers()).expect(401)).body).toMatchObject({
      status: 401,
      code: 'invalid_credentials',
    });
  });

  // timing.spec.ts checks that the server takes equally long for a wrong password and an unknown
  // address.
  it('gives the same response for a wrong password and for an unknown address', async () => {
    const { email } = await people.member();
    const [one, two] = [
      await people.signIn(email, 'Wrong-Pass-1').expect(401),
      await people.signIn('nobody@uni.test', 'Wrong-Pass-1').expect(401),
    ];
    expect(one.body).toEqual(two.body);
  });

  it('is refused for an issuer that is not set up', async () => {
    expect(
      (await profile('?token_issuer=google').set(bearer('something')).expect(400)).body,
    ).toMatchObject({ code: 'unsupported_issuer' });
  });
});

describe('A sign-in token', () => {
  it('reads the profile of its account, and the response contains no new token', async () => {
    const member = await people.member();
    const body = await bodyOf(profile().set(bearer(member.token)).expect(200));
    expect(body).toMatchObject({ _id: member._id, status: 'ACTIVE' });
    expect(body).not.toHaveProperty('token');
  });

  it('[7.2.1] is required: requests without one, with a wrong one, or with only the cookie are refused', async () => {
    const member = await people.member();
    await profile().expect(401);
    await profile().set(bearer('nonsense')).expect(401);
    await profile().set({ authorization: 'Digest x' }).expect(401);
    await profile().set('Cookie', `ff_user_access_token=${member.token}`).expect(401);
  });

  it('[7.4.1] is removed by signing out, also when this is repeated, and no other token is removed', async () => {
    const member = await people.member();
    const other = (await people.signIn(member.email).expect(200)).body as { token: string };
    await signOut(member.token).set(bearer(member.token)).expect(204);
    await signOut(member.token).set(bearer(member.token)).expect(204);
    await profile().set(bearer(member.token)).expect(401);
    await profile().set(bearer(other.token)).expect(200);
    const [event, ...more] = await people.events('identity.signed-out', member._id);
    expect(event?.data.token_id).toEqual(expect.any(String));
    expect(more).toHaveLength(0);
  });

  it('can be removed by itself or by another token of the same account, but not by a different account', async () => {
    const member = await people.member();
    const [second, third] = [
      (await people.signIn(member.email)).body as { token: string },
      (await people.signIn(member.email)).body as { token: string },
    ];
    const stranger = await people.member();
    await signOut(second.token).set(bearer(stranger.token)).expect(204);
    await profile().set(bearer(second.token)).expect(200);
    await signOut(second.token).set(bearer(member.token)).expect(204);
    await profile().set(bearer(second.token)).expect(401);
    await signOut(third.token).expect(204);
    await profile().set(bearer(third.token)).expect(401);
  });

  it('that never existed counts as signed out', async () => {
    await signOut('x').expect(204);
    await signOut(`' OR 1=1`).expect(204);
    await signOut('').expect(400);
  });
});

it('Thirty people who sign in at the same time all succeed', async () => {
  const members = await Promise.all(Array.from({ length: 30 }, () => people.register()));
  expect(sortedStatuses(await Promise.all(members.map((m) => people.signIn(m.email))))).toEqual(
    members.map(() => 200),
  );
});
