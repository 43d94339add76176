/**
 * @engines one: uses a socket only to see that the server closes it, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { generateSync } from 'otplib';
import { LiveGateway } from '../../../../server/live/live.gateway';
import type { LiveServer } from '../../../../server/live/live-server';
import { RevocationPoller } from '../../../../server/live/revocation-poller';
import type { RunningWorkers } from '../../../../workers/start';
import { startApp, TestClock, type RunningApp } from '../../../support/app/app';
import { bodyOf } from '../../../support/app/body-of';
import { makeAdministrator, makePerson } from '../../../support/people/people';
import { eventually } from '../../../support/chance/wait';
import { openTestSocket, type TestSocket } from '../../../support/app/watcher';
import { startTestWorkers } from '../../../support/app/workers';
import { bearer, accountRequestsOf } from '../../accounts/account-requests';
import { signInRequestsOf } from './sign-ins-of';

let running: RunningApp;
let workers: RunningWorkers;
let people: ReturnType<typeof accountRequestsOf>;
let signIns: ReturnType<typeof signInRequestsOf>;
const open: TestSocket[] = [];
beforeAll(async () => {
  // The tests need their own application: the workers react to every event in its database, and the
  // tests inspect the sockets of the whole server.
  running = await startApp({ clock: new TestClock() });
  workers = await startTestWorkers(running);
  people = accountRequestsOf(running);
  signIns = signInRequestsOf(running);
});
afterAll(async () => {
  for (const w of open) w.close();
  await workers.close();
  await running.close();
});

describe('An open tab of a signed-in person', () => {
  const connect = async (token: string) => {
    const w = await openTestSocket(running.url, token);
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

  it('is disconnected immediately when its sign-in is ended elsewhere, and other tabs stay connected', async () => {
    const member = await people.member();
    const other = await signIns.again(member.email);
    const [here, there] = [await connect(member.token), await connect(other)];
    const [newest] = (await signIns.list(member.token)).items;
    await signIns.end(member.token, newest?._id ?? '').expect(204);
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
  ])('is disconnected when its account signs out everywhere: %s', async (query, connected) => {
    const member = await people.member();
    const tabs = [await connect(member.token), await connect(await signIns.again(member.email))];
    await signIns.endAll(member.token, query).expect(200);
    await eventually(
      () => tabs.map((tab) => tab.socket.connected),
      (now) => JSON.stringify(now) === JSON.stringify(connected),
    );
  });

  it('gets a message when the second factor changes', async () => {
    const member = await people.member();
    await running.source.query(`UPDATE identity.account SET is_researcher = true WHERE id = $1`, [
      member._id,
    ]);
    const tab = await connect(member.token);
    await tab.watch('me');
    const body = await bodyOf(
      running.http().post('/api/second-factor/totp/').set(bearer(member.token)).expect(200),
    );
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

  it('of a disabled account is disconnected within seconds even if the message is lost', async () => {
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

  it('gets no more messages about reviews when its account is no longer an administrator', async () => {
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
