import { randomBytes } from 'node:crypto';
import { hours } from '../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import {
  bearer,
  countRows,
  freshEmail,
  password,
  accountRequestsOf,
  sortedStatuses,
} from './account-requests';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
});
afterAll(() => running.close());

const newSecret = () => randomBytes(32).toString('base64url');
const confirm = (key: string, browser_secret?: string) =>
  running
    .http()
    .put('/api/users/profile/')
    .send({ action: 'activate', key, ...(browser_secret && { browser_secret }) });
const profile = (token: string) => running.http().get('/api/users/profile/').set(bearer(token));
const registered = async (email = freshEmail(), more: object = {}) => {
  const secret = newSecret();
  const user = await people.register(email, { browser_secret: secret, ...more });
  return { ...user, secret, key: await people.keyOf(user._id) };
};
const tokens = (accountId: string) =>
  countRows(running.source, 'identity.token WHERE account_id = $1', [accountId]);

describe('Confirming a mail address', () => {
  it('signs in the browser that registered it, for twelve hours', async () => {
    const one = await registered();
    const body: unknown = (await confirm(one.key, one.secret).expect(200)).body;
    expect(body).toMatchObject({ _id: one._id, status: 'ACTIVE' });
    const { token, token_expires_at } = body as { token: string; token_expires_at: string };
    const lasts = Date.parse(token_expires_at) - running.clock.now().getTime();
    expect(lasts).toBeGreaterThan(hours(11.9));
    expect(lasts).toBeLessThanOrEqual(hours(12));
    expect((await profile(token).expect(200)).body).toMatchObject({ _id: one._id });
    const signIns = await running.http().get('/api/sign-ins/').set(bearer(token)).expect(200);
    expect(signIns.body).toMatchObject({ items: [{ method: 'verification', current: true }] });
  });

  it('does not sign in with the link alone, or with a wrong secret', async () => {
    for (const secret of [undefined, newSecret()]) {
      const one = await registered();
      const body: unknown = (await confirm(one.key, secret).expect(200)).body;
      expect(body).toMatchObject({ _id: one._id, status: 'ACTIVE' });
      expect(body).not.toHaveProperty('token');
      expect(await tokens(one._id)).toBe(0);
    }
  });

  it('is not possible with the secret alone', async () => {
    const one = await registered();
    for (const key of ['x', newSecret(), one.secret])
      expect((await confirm(key, one.secret).expect(400)).body).toMatchObject({
        code: 'invalid_key',
      });
    expect(await tokens(one._id)).toBe(0);
  });

  it('signs in once when it is sent six times at the same time', async () => {
    const one = await registered();
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => confirm(one.key, one.secret)),
    );
    expect(sortedStatuses(answers)).toEqual([200, 400, 400, 400, 400, 400]);
    expect(await tokens(one._id)).toBe(1);
  });

  it('is refused if mail and browser belong to different registrations', async () => {
    const email = freshEmail();
    const theirs = { password: 'Planted-Pass-1', password_confirmation: 'Planted-Pass-1' };
    const own = await registered(email);
    const planted = await registered(email, theirs);
    // Two people registered the same address. Each registration has a key, which its mail contains,
    // and a secret in the browser that started it. The server refuses the key of one registration
    // together with the secret of the other.
    for (const [key, secret] of [
      [planted.key, own.secret],
      [own.key, planted.secret],
    ] as const)
      expect((await confirm(key, secret).expect(409)).body).toMatchObject({
        code: 'other_registration',
      });
    expect((await tokens(own._id)) + (await tokens(planted._id))).toBe(0);
    const waiting = `identity.account WHERE email = $1 AND status = 'NEW'`;
    expect(await countRows(running.source, waiting, [email])).toBe(2);
    const body: unknown = (await confirm(own.key, own.secret).expect(200)).body;
    expect(body).toMatchObject({ _id: own._id, token: expect.any(String) as string });
    await people.signIn(email, 'Planted-Pass-1').expect(401);
    await people.signIn(email, password).expect(200);
    expect(await countRows(running.source, 'identity.account WHERE email = $1', [email])).toBe(1);
  });

  it('signs in to the registration of the opened mail when one browser registered twice', async () => {
    const email = freshEmail();
    const first = await registered(email);
    const second = await people.register(email, { browser_secret: first.secret });
    const body: unknown = (await confirm(first.key, first.secret).expect(200)).body;
    expect(body).toMatchObject({ _id: first._id, token: expect.any(String) as string });
    expect(await tokens(second._id)).toBe(0);
  });

  it('gives no token to a stranger’s browser when the owner confirms what the stranger registered', async () => {
    const planted = await registered();
    const body: unknown = (await confirm(planted.key, newSecret()).expect(200)).body;
    expect(body).not.toHaveProperty('token');
    await confirm(planted.key, planted.secret).expect(400);
    expect(await tokens(planted._id)).toBe(0);
  });

  it('signs in with a later mail too, even after the first one expired', async () => {
    const one = await registered();
    const { token } = (await people.signIn(one.email).expect(200)).body as { token: string };
    running.clock.advance(hours(2));
    await running
      .http()
      .put('/api/users/profile/')
      .set(bearer(token))
      .send({ action: 'email-verify' })
      .expect(202);
    running.clock.advance(hours(22.1));
    await confirm(one.key, one.secret).expect(400);
    const body: unknown = (await confirm(await people.keyOf(one._id), one.secret).expect(200)).body;
    expect(body).toMatchObject({ _id: one._id, token: expect.any(String) as string });
  });

  it('activates a disabled account, but does not sign it in', async () => {
    const one = await registered();
    await running.source.query('UPDATE identity.account SET disabled_at = now() WHERE id = $1', [
      one._id,
    ]);
    const body: unknown = (await confirm(one.key, one.secret).expect(200)).body;
    expect(body).not.toHaveProperty('token');
  });

  it('stores only a hash of the browser secret, and deletes it with the confirmation', async () => {
    const one = await registered();
    const kept = 'identity.verification WHERE account_id = $1 AND browser_hash IS NOT NULL';
    expect(await countRows(running.source, kept, [one._id])).toBe(1);
    const dump = await running.source.query<{ row: string }[]>(
      `SELECT v::text AS row FROM identity.verification v WHERE account_id = $1`,
      [one._id],
    );
    expect(JSON.stringify(dump)).not.toContain(one.secret);
    await confirm(one.key, one.secret).expect(200);
    expect(await countRows(running.source, kept, [one._id])).toBe(0);
  });
});
