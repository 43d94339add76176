import type { RunningApp } from '../../../support/app/launch-app';
import { sharedApp } from '../../../support/app/shared-app';
import {
  basicAuthHeader,
  countRows,
  password,
  accountRequestsOf,
  sortedStatuses,
} from '../../accounts/account-requests';
import { failedSignInsOf } from '../failed-sign-ins-of';
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

const actions = async (accountId: string) =>
  (
    await running.source.query<{ action: string }[]>(
      `SELECT action FROM platform.audit WHERE subject_id = $1 ORDER BY at, id`,
      [accountId],
    )
  ).map((row) => row.action);

describe('The sign-ins of an account', () => {
  it('are listed with browser, method and time, newest first, without those of others', async () => {
    const member = await people.member();
    await people.member();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
    await running
      .http()
      .get('/api/users/profile/?remember=true')
      .set(basicAuthHeader(member.email))
      .set('User-Agent', agent)
      .expect(200);
    const { items } = await signIns.list(member.token);
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject({
      device: 'Firefox on Linux',
      method: 'password',
      remembered: true,
      current: false,
      second_factor: false,
    });
    expect(items[1]).toMatchObject({ current: true, remembered: false });
    expect(JSON.stringify(items)).not.toContain('127.0.0.1');
  });

  it('[7.5.2] can be ended one by one, by their owner only', async () => {
    const [member, stranger] = [await people.member(), await people.member()];
    const other = await signIns.again(member.email);
    const [newest] = (await signIns.list(member.token)).items;
    await signIns.end(stranger.token, newest?._id ?? '').expect(404);
    expect(await signIns.alive(other)).toBe(true);
    await signIns.end(member.token, newest?._id ?? '').expect(204);
    await signIns.end(member.token, newest?._id ?? '').expect(404);
    await signIns.end(member.token, 'nonsense').expect(404);
    expect([await signIns.alive(other), await signIns.alive(member.token)]).toEqual([false, true]);
    expect(
      (await people.events('identity.signed-out', member._id)).map((e) => e.data.token_id),
    ).toEqual([newest?._id]);
    expect((await actions(member._id)).at(-1)).toBe('sign-in-ended');
  });

  it('can all be ended together, including the present one', async () => {
    const member = await people.member();
    const other = await signIns.again(member.email);
    expect((await signIns.endAll(member.token).expect(200)).body).toEqual({ ended: 2 });
    expect([await signIns.alive(other), await signIns.alive(member.token)]).toEqual([false, false]);
    expect(
      (await people.events('identity.signed-out', member._id)).map((e) => e.data.token_id),
    ).toEqual([null]);
    expect((await actions(member._id)).at(-1)).toBe('sign-ins-ended');
  });

  it('[7.4.3] can all be ended except the present one', async () => {
    const member = await people.member();
    const others = [await signIns.again(member.email), await signIns.again(member.email)];
    expect((await signIns.endAll(member.token, '?except_current=true').expect(200)).body).toEqual({
      ended: 2,
    });
    expect(await Promise.all([...others, member.token].map(signIns.alive))).toEqual([
      false,
      false,
      true,
    ]);
    expect(await people.events('identity.signed-out', member._id)).toHaveLength(2);
    expect((await signIns.endAll(member.token, '?except_current=true').expect(200)).body).toEqual({
      ended: 0,
    });
  });

  it('leave no hidden sign-in behind when people sign in and sign out everywhere at the same time', async () => {
    const member = await people.member();
    const answers = await Promise.all([
      signIns.endAll(member.token),
      ...Array.from({ length: 6 }, () => people.signIn(member.email)),
    ]);
    expect(sortedStatuses(answers).every((status) => status === 200)).toBe(true);
    const kept = answers.slice(1).map((a) => (a.body as { token: string }).token);
    const living = (await Promise.all(kept.map(signIns.alive))).filter(Boolean).length;
    expect(
      await countRows(running.source, 'identity.token WHERE account_id = $1', [member._id]),
    ).toBe(living);
    expect((answers[0]?.body as { ended: number } | undefined)?.ended).toBe(
      1 + kept.length - living,
    );
  });

  it('can be listed and ended by signed-in people only', async () => {
    await running.http().get('/api/sign-ins/').expect(401);
    await running.http().delete('/api/sign-ins/').expect(401);
    await running.http().delete('/api/sign-ins/0193a9a0-0000-7000-8000-000000000001/').expect(401);
  });

  it('are recorded in the audit log, from the registration to a password reset', async () => {
    const member = await people.member();
    await people.signIn(member.email, 'Wrong-Pass-1').expect(401);
    await running
      .http()
      .put('/api/users/profile/')
      .send({ action: 'remove-token', token: member.token })
      .expect(204);
    await running.http().post('/api/users/password/').send({ email: member.email }).expect(202);
    await running
      .http()
      .put('/api/users/password/')
      .send({
        email: member.email,
        code: await people.codeOf(member._id),
        password,
        password_confirmation: password,
      })
      .expect(204);
    expect(await actions(member._id)).toEqual([
      'account-registered',
      'account-activated',
      'signed-in',
      'sign-in-ended',
      'password-reset',
    ]);
    expect(await failedSignInsOf(running.source, member._id)).toBe(1);
    const [{ text } = { text: '' }]: { text: string }[] = await running.source.query(
      `SELECT string_agg(a::text, '') AS text FROM platform.audit a WHERE subject_id = $1`,
      [member._id],
    );
    expect(text).not.toContain(member.email);
  });

  it('to an unknown address are counted as failed without storing the address', async () => {
    const before = await failedSignInsOf(running.source, null);
    await people.signIn('nobody-at-all@uni.test').expect(401);
    expect(await failedSignInsOf(running.source, null)).toBe(before + 1);
    for (const table of ['platform.audit', 'identity.failed_sign_in'])
      expect(
        await countRows(running.source, `${table} a WHERE a::text LIKE '%nobody-at-all%'`),
      ).toBe(0);
  });
});
