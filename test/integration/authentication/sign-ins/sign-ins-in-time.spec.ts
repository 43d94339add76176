import { TokenLastUsed } from '../../../../server/access/token-last-used';
import { days, hours, minutes } from '../../../../server/platform/concurrency/clock';
import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import { eventually } from '../../../support/chance/wait';
import { bearer, countRows, password, accountRequestsOf } from '../../accounts/account-requests';
import { signInRequestsOf } from './sign-ins-of';

let running: RunningApp;
let people: ReturnType<typeof accountRequestsOf>;
let signIns: ReturnType<typeof signInRequestsOf>;
beforeAll(async () => {
  running = await sharedApp();
  people = accountRequestsOf(running);
  signIns = signInRequestsOf(running);
});
afterAll(() => running.close());

const profile = () => running.http().get('/api/users/profile/');

describe('A sign-in token', () => {
  it('[7.3.2] expires after twelve hours, or after thirty days if remembered', async () => {
    const member = await people.member();
    const remembered = (await people.signIn(member.email, password, '?remember=1').expect(200))
      .body as { token: string };
    running.clock.advance(hours(12.1));
    await profile().set(bearer(member.token)).expect(401);
    await profile().set(bearer(remembered.token)).expect(200);
    running.clock.advance(days(30));
    await profile().set(bearer(remembered.token)).expect(401);
  });
});

describe('The list of a person’s sign-ins', () => {
  it('is paged and leaves out expired sign-ins', async () => {
    const member = await people.member();
    for (let i = 0; i < 4; i++) await signIns.again(member.email, '?remember=true');
    const first = await signIns.list(member.token, '?limit=2');
    const second = await signIns.list(member.token, `?limit=2&cursor=${first.next_cursor ?? ''}`);
    const third = await signIns.list(member.token, `?limit=2&cursor=${second.next_cursor ?? ''}`);
    expect(new Set([...first.items, ...second.items, ...third.items].map((s) => s._id)).size).toBe(
      5,
    );
    expect(third).toMatchObject({ items: [{ current: true }], next_cursor: null });
    const newest = await signIns.again(member.email, '?remember=true');
    running.clock.advance(hours(12.1));
    expect((await signIns.list(newest)).items.map((s) => s.remembered)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    await running.http().get('/api/sign-ins/?cursor=nonsense').set(bearer(newest)).expect(400);
  });
});

describe('The last use of a sign-in', () => {
  const use = () => running.app.get(TokenLastUsed, { strict: false });

  it('is accurate to five minutes, without a write for each request', async () => {
    const member = await people.member();
    const used = async () =>
      new Date((await signIns.list(member.token)).items[0]?.last_used_at ?? '').getTime();
    const first = await used();
    const version = async () =>
      (
        await running.source.query<{ version: string }[]>(
          `SELECT xmin::text AS version FROM identity.token WHERE account_id = $1`,
          [member._id],
        )
      )[0]?.version;
    const untouched = await version();
    running.clock.advance(minutes(4));
    await use().write();
    expect(await used()).toBe(first);
    expect(await version()).toBe(untouched);
    running.clock.advance(minutes(2));
    await Promise.all(Array.from({ length: 10 }, () => signIns.alive(member.token)));
    await use().write();
    expect(running.clock.now().getTime() - (await used())).toBeLessThan(minutes(1));
    const written = await version();
    expect(written).not.toBe(untouched);
    await Promise.all(Array.from({ length: 10 }, () => signIns.alive(member.token)));
    await use().write();
    expect(await version()).toBe(written);
  });

  it('is written by the server itself soon after the request', async () => {
    const member = await people.member();
    running.clock.advance(minutes(6));
    await signIns.alive(member.token);
    await eventually(
      () =>
        countRows(running.source, 'identity.token WHERE account_id = $1 AND last_used_at > $2', [
          member._id,
          new Date(running.clock.now().getTime() - minutes(1)),
        ]),
      (n) => n === 1,
    );
  });

  it('neither delays a request nor makes it fail, and does not wait for a running sign-out', async () => {
    const member = await people.member();
    running.clock.advance(minutes(6));
    const lock = running.source.createQueryRunner();
    await lock.startTransaction();
    await lock.query(`SELECT id FROM identity.token WHERE account_id = $1 FOR UPDATE`, [
      member._id,
    ]);
    expect(await signIns.alive(member.token)).toBe(true);
    await use().write();
    await lock.rollbackTransaction();
    await lock.release();
    use().note('nonsense', new Date(0));
    await expect(use().write()).resolves.toBeUndefined();
  });
});

describe('A password reset code', () => {
  it('expires after 24 hours', async () => {
    const member = await people.member();
    await running.http().post('/api/users/password/').send({ email: member.email }).expect(202);
    const code = await people.codeOf(member._id);
    running.clock.advance(hours(24.1));
    await running
      .http()
      .put('/api/users/password/')
      .send({
        email: member.email,
        code,
        password: 'Another-Horse-2',
        password_confirmation: 'Another-Horse-2',
      })
      .expect(400);
  });
});
