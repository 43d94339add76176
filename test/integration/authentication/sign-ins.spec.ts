import { LiveGateway } from '../../../server/live/live.gateway';
import type { LiveServer } from '../../../server/live/live-server';
import { RevocationPoller } from '../../../server/live/revocation-poller';
import { hours, minutes } from '../../../server/platform/concurrency/clock';
import { TokenLastUsed } from '../../../server/access/token-last-used';
import type { RunningWorkers } from '../../../workers/start';
import { startApp, type RunningApp } from '../../support/app';
import { makeAdministrator, makePerson } from '../../support/people';
import { eventually } from '../../support/wait';
import { watcher, type Watcher } from '../../support/watcher';
import { startTestWorkers } from '../../support/workers';
import { basic, bearer, count, password, peopleOf, statuses } from '../accounts/people-of';
import { bodyOf } from '../../support/body-of';

interface SignInRecord {
  _id: string;
  device: string | null;
  method: string | null;
  current: boolean;
  remembered: boolean;
  last_used_at: string;
  created_at: string;
}

let running: RunningApp;
let people: ReturnType<typeof peopleOf>;
beforeAll(async () => {
  running = await startApp();
  people = peopleOf(running);
});
afterAll(() => running.close());

const list = async (token: string, query = '') =>
  (await running.http().get(`/api/sign-ins/${query}`).set(bearer(token)).expect(200)).body as {
    items: SignInRecord[];
    next_cursor: string | null;
  };
const end = (token: string, id: string) =>
  running.http().delete(`/api/sign-ins/${id}/`).set(bearer(token));
const endAll = (token: string, query = '') =>
  running.http().delete(`/api/sign-ins/${query}`).set(bearer(token));
const alive = async (token: string) =>
  (await running.http().get('/api/users/profile/').set(bearer(token))).status === 200;
const again = async (email: string, query = '') =>
  ((await people.signIn(email, password, query).expect(200)).body as { token: string }).token;
const actions = async (accountId: string) =>
  (
    await running.source.query<{ action: string }[]>(
      `SELECT action FROM platform.audit WHERE subject_id = $1 ORDER BY at, id`,
      [accountId],
    )
  ).map((row) => row.action);

describe('The own sign-ins', () => {
  it("are listed with browser, way and time, the newest first, and nobody else's are", async () => {
    const member = await people.member();
    await people.member();
    const agent = 'Mozilla/5.0 (X11; Linux x86_64; rv:144.0) Gecko/20100101 Firefox/144.0';
    await running
      .http()
      .get('/api/users/profile/?remember=true')
      .set(basic(member.email))
      .set('User-Agent', agent)
      .expect(200);
    const { items } = await list(member.token);
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

  it('come in pages, and without those that are over', async () => {
    const member = await people.member();
    for (let i = 0; i < 4; i++) await again(member.email, '?remember=true');
    const first = await list(member.token, '?limit=2');
    const second = await list(member.token, `?limit=2&cursor=${first.next_cursor ?? ''}`);
    const third = await list(member.token, `?limit=2&cursor=${second.next_cursor ?? ''}`);
    expect(new Set([...first.items, ...second.items, ...third.items].map((s) => s._id)).size).toBe(
      5,
    );
    expect(third).toMatchObject({ items: [{ current: true }], next_cursor: null });
    const newest = await again(member.email, '?remember=true');
    running.clock.advance(hours(12.1));
    expect((await list(newest)).items.map((s) => s.remembered)).toEqual([
      true,
      true,
      true,
      true,
      true,
    ]);
    await running.http().get('/api/sign-ins/?cursor=nonsense').set(bearer(newest)).expect(400);
  });

  it('end one by one, and only the own', async () => {
    const [member, stranger] = [await people.member(), await people.member()];
    const other = await again(member.email);
    const [newest] = (await list(member.token)).items;
    await end(stranger.token, newest?._id ?? '').expect(404);
    expect(await alive(other)).toBe(true);
    await end(member.token, newest?._id ?? '').expect(204);
    await end(member.token, newest?._id ?? '').expect(404);
    await end(member.token, 'nonsense').expect(404);
    expect([await alive(other), await alive(member.token)]).toEqual([false, true]);
    expect(
      (await people.events('identity.signed-out', member._id)).map((e) => e.data.token_id),
    ).toEqual([newest?._id]);
    expect((await actions(member._id)).at(-1)).toBe('sign-in-ended');
  });

  it('end all at once, the present one included', async () => {
    const member = await people.member();
    const other = await again(member.email);
    expect((await endAll(member.token).expect(200)).body).toEqual({ ended: 2 });
    expect([await alive(other), await alive(member.token)]).toEqual([false, false]);
    expect(
      (await people.events('identity.signed-out', member._id)).map((e) => e.data.token_id),
    ).toEqual([null]);
    expect((await actions(member._id)).at(-1)).toBe('sign-ins-ended');
  });

  it('end everywhere else', async () => {
    const member = await people.member();
    const others = [await again(member.email), await again(member.email)];
    expect((await endAll(member.token, '?except_current=true').expect(200)).body).toEqual({
      ended: 2,
    });
    expect(await Promise.all([...others, member.token].map(alive))).toEqual([false, false, true]);
    expect(await people.events('identity.signed-out', member._id)).toHaveLength(2);
    expect((await endAll(member.token, '?except_current=true').expect(200)).body).toEqual({
      ended: 0,
    });
  });

  it('leave none behind when people sign in and out everywhere at once', async () => {
    const member = await people.member();
    const answers = await Promise.all([
      endAll(member.token),
      ...Array.from({ length: 6 }, () => people.signIn(member.email)),
    ]);
    expect(statuses(answers).every((status) => status === 200)).toBe(true);
    const kept = answers.slice(1).map((a) => (a.body as { token: string }).token);
    const living = (await Promise.all(kept.map(alive))).filter(Boolean).length;
    expect(await count(running.source, 'identity.token WHERE account_id = $1', [member._id])).toBe(
      living,
    );
    expect((answers[0]?.body as { ended: number }).ended).toBe(1 + kept.length - living);
  });

  it('are for the signed in', async () => {
    await running.http().get('/api/sign-ins/').expect(401);
    await running.http().delete('/api/sign-ins/').expect(401);
    await running.http().delete('/api/sign-ins/0193a9a0-0000-7000-8000-000000000001/').expect(401);
  });

  it('write into the audit log what became of them', async () => {
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
      'sign-in-failed',
      'sign-in-ended',
      'password-reset',
    ]);
    const [{ text } = { text: '' }]: { text: string }[] = await running.source.query(
      `SELECT string_agg(a::text, '') AS text FROM platform.audit a WHERE subject_id = $1`,
      [member._id],
    );
    expect(text).not.toContain(member.email);
  });

  it('that failed for nobody are written down without a name', async () => {
    const before = await count(
      running.source,
      `platform.audit WHERE action = 'sign-in-failed' AND subject_id IS NULL`,
    );
    await people.signIn('nobody-at-all@uni.test').expect(401);
    expect(
      await count(
        running.source,
        `platform.audit WHERE action = 'sign-in-failed' AND subject_id IS NULL`,
      ),
    ).toBe(before + 1);
    expect(
      await count(running.source, `platform.audit a WHERE a::text LIKE '%nobody-at-all%'`),
    ).toBe(0);
  });
});

describe('The last use of a sign-in', () => {
  const use = () => running.app.get(TokenLastUsed, { strict: false });

  it('is known to five minutes, without a write for each request', async () => {
    const member = await people.member();
    const used = async () =>
      new Date((await list(member.token)).items[0]?.last_used_at ?? '').getTime();
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
    await Promise.all(Array.from({ length: 10 }, () => alive(member.token)));
    await use().write();
    expect(running.clock.now().getTime() - (await used())).toBeLessThan(minutes(1));
    const written = await version();
    expect(written).not.toBe(untouched);
    await Promise.all(Array.from({ length: 10 }, () => alive(member.token)));
    await use().write();
    expect(await version()).toBe(written);
  });

  it('is written by itself soon after the request', async () => {
    const member = await people.member();
    running.clock.advance(minutes(6));
    await alive(member.token);
    await eventually(
      () =>
        count(running.source, 'identity.token WHERE account_id = $1 AND last_used_at > $2', [
          member._id,
          new Date(running.clock.now().getTime() - minutes(1)),
        ]),
      (n) => n === 1,
    );
  });

  it('neither holds up nor fails a request, nor waits for a sign-out under way', async () => {
    const member = await people.member();
    running.clock.advance(minutes(6));
    const lock = running.source.createQueryRunner();
    await lock.startTransaction();
    await lock.query(`SELECT id FROM identity.token WHERE account_id = $1 FOR UPDATE`, [
      member._id,
    ]);
    expect(await alive(member.token)).toBe(true);
    await use().write();
    await lock.rollbackTransaction();
    await lock.release();
    use().note('nonsense', new Date(0));
    await expect(use().write()).resolves.toBeUndefined();
  });
});

describe('An open tab', () => {
  let workers: RunningWorkers;
  const open: Watcher[] = [];
  beforeAll(async () => {
    workers = await startTestWorkers(running);
  });
  afterAll(async () => {
    for (const w of open) w.close();
    await workers.close();
  });
  const connect = async (token: string) => {
    const w = await watcher(running.url, token);
    w.socket.io.reconnection(false);
    open.push(w);
    return w;
  };
  const look = () =>
    running.app
      .get(RevocationPoller, { strict: false })
      .look(
        running.app.get<LiveGateway, { server: LiveServer }>(LiveGateway, { strict: false }).server,
      );

  it('is told at once when its sign-in ends elsewhere, and no other one is', async () => {
    const member = await people.member();
    const other = await again(member.email);
    const [here, there] = [await connect(member.token), await connect(other)];
    const [newest] = (await list(member.token)).items;
    await end(member.token, newest?._id ?? '').expect(204);
    await eventually(
      () => there.socket.connected,
      (connected) => !connected,
    );
    expect(there.messages).toContainEqual({
      name: 'signed_out',
      message: { token_id: newest?._id },
    });
    expect(here.socket.connected).toBe(true);
  });

  it.each([
    ['', [false, false]],
    ['?except_current=true', [true, false]],
  ])('is told when its account signs out everywhere: %s', async (query, connected) => {
    const member = await people.member();
    const tabs = [await connect(member.token), await connect(await again(member.email))];
    await endAll(member.token, query).expect(200);
    await eventually(
      () => tabs.map((tab) => tab.socket.connected),
      (now) => JSON.stringify(now) === JSON.stringify(connected),
    );
  });

  it('is told of a changed second factor', async () => {
    const member = await people.member();
    await running.source.query(`UPDATE identity.account SET is_researcher = true WHERE id = $1`, [
      member._id,
    ]);
    const tab = await connect(member.token);
    await tab.watch('me');
    const body = await bodyOf(
      running.http().post('/api/second-factor/totp/').set(bearer(member.token)).expect(200),
    );
    const { generateSync } = await import('otplib');
    await running
      .http()
      .put('/api/second-factor/totp/')
      .set(bearer(member.token))
      .send({
        code: generateSync({
          secret: (body as { secret: string }).secret,
          epoch: Math.floor(running.clock.now().getTime() / 1000),
        }),
      })
      .expect(200);
    await eventually(
      () => tab.messages.map((m) => m.name),
      (names) => names.includes('user.updated'),
    );
  });

  it('ends within seconds for a disabled account, should the message be lost', async () => {
    const person = await makePerson(running.source);
    const tab = await connect(person.token);
    expect(await look()).toBe(0);
    await running.source.query(`UPDATE identity.account SET disabled_at = now() WHERE id = $1`, [
      person._id,
    ]);
    await eventually(
      async () => (await look(), tab.socket.connected),
      (connected) => !connected,
    );
    await expect(connect(person.token)).rejects.toThrow('unauthenticated');
  });

  it('hears no more of the reviews when somebody is an administrator no more', async () => {
    const person = await makeAdministrator(running.source);
    const tab = await connect(person.token);
    expect(await tab.watch('reviews')).toMatchObject({ ok: true });
    const { server } = running.app.get<
      LiveGateway,
      {
        server: LiveServer;
      }
    >(LiveGateway, { strict: false });
    await look();
    expect(server.sockets.adapter.rooms.get('reviews')?.size).toBe(1);
    await running.source.query(`UPDATE identity.account SET role = NULL WHERE id = $1`, [
      person._id,
    ]);
    await look();
    expect(server.sockets.adapter.rooms.get('reviews')).toBeUndefined();
    expect(tab.socket.connected).toBe(true);
  });
});
