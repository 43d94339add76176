/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient } from '@tanstack/react-query';
import { Server } from 'socket.io';
import type {
  SeatAvailability,
  ClientToServerEvents,
  ServerToClientEvents,
  WatchTopicResponse,
} from '../../../../contracts/live/live';
import { createLiveConnection, type LiveConnection } from './live-socket';
import { type LiveSessions, liveSessionsKey } from './overlay-live-sessions';
import { createLiveCache } from './live-cache';

const message = (version: number, study = 'a'): SeatAvailability => ({
  session_id: `s-${study}`,
  study_id: study,
  state: 'active',
  capacity: 50,
  spots_available: 50 - version,
  version,
});
const until = async (true_: () => boolean, what: string) => {
  const end = Date.now() + 30_000;
  while (!true_()) {
    if (Date.now() > end) throw new Error(`waited for: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
};
const pause = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** A real Socket.IO server that records its requests, and has a version number for each study. */
function startServer(port = 0) {
  const http: HttpServer = createServer();
  const io = new Server<ClientToServerEvents, ServerToClientEvents>(http, {
    transports: ['websocket'],
  });
  const log: string[] = [];
  const versions = new Map<string, number>();
  const refuse = new Set<string>();
  /** With `holds`, the server keeps its answers in `held` until the test sends them. */
  const own = { holds: false, held: [] as (() => void)[] };
  io.on('connection', (socket) => {
    log.push(`connect ${(socket.handshake.auth as { token?: string }).token ?? 'nobody'}`);
    socket.on('watch', ({ topic }, ack: (answer: WatchTopicResponse) => void) => {
      log.push(`watch ${topic}`);
      if (refuse.has(topic)) return ack({ ok: false, code: 'forbidden' });
      void socket.join(topic);
      const study = topic.replace('study:', '');
      const answer = () =>
        ack({
          ok: true,
          snapshot: topic === 'me' ? { _id: 'p' } : [message(versions.get(study) ?? 1, study)],
        });
      if (own.holds) own.held.push(answer);
      else answer();
    });
    socket.on('unwatch', ({ topic }) => {
      log.push(`unwatch ${topic}`);
      void socket.leave(topic);
    });
  });
  return new Promise<{
    holds: boolean;
    held: (() => void)[];
    io: typeof io;
    log: string[];
    versions: typeof versions;
    refuse: typeof refuse;
    port: number;
    stop: () => Promise<void>;
  }>((done) => {
    http.listen(port, '127.0.0.1', () =>
      done(
        Object.assign(own, {
          io,
          log,
          versions,
          refuse,
          port: (http.address() as AddressInfo).port,
          stop: async () => {
            await io.close();
          },
        }),
      ),
    );
  });
}

describe('live connection of the web app', () => {
  let server: Awaited<ReturnType<typeof startServer>>;
  let client: QueryClient;
  let live: LiveConnection;
  let signedOut = 0;
  const sessions = () => client.getQueryData<LiveSessions>(liveSessionsKey) ?? {};
  const count = (line: string) => server.log.filter((l) => l === line).length;

  beforeEach(async () => {
    server = await startServer();
    client = new QueryClient();
    signedOut = 0;
    live = createLiveConnection({
      url: `http://127.0.0.1:${server.port}`,
      cache: createLiveCache(client, { spreadMs: 0 }),
      onSignedOut: () => {
        signedOut += 1;
      },
      lingerMs: 20,
      reconnectionDelayMs: 30,
      ackTimeoutMs: 10_000,
    });
  });
  afterEach(async () => {
    live.close();
    client.clear();
    await server.stop();
  });

  it('connects with the first watcher, applies the snapshot and newer messages, and never an older one', async () => {
    expect(live.connection()).toBe('idle');
    server.versions.set('a', 4);
    live.watch('study:a');
    await until(() => sessions()['s-a']?.version === 4, 'the snapshot');
    expect(live.connection()).toBe('live');
    server.io.to('study:a').emit('session.availability', message(9));
    server.io.to('study:a').emit('session.availability', message(8));
    await until(() => sessions()['s-a']?.version === 9, 'the newest');
    await pause(60);
    expect(sessions()['s-a']).toMatchObject({ version: 9, spots_available: 41 });
  });

  it('watches a topic once for several screens, and leaves it with the last of them', async () => {
    const first = live.watch('study:a');
    const second = live.watch('study:a');
    await until(() => sessions()['s-a'] !== undefined, 'the snapshot');
    first();
    first();
    await pause(60);
    expect([count('watch study:a'), count('unwatch study:a')]).toEqual([1, 0]);
    second();
    await until(() => count('unwatch study:a') === 1, 'unwatch');
    expect(sessions()).toEqual({});
  });

  it('keeps watching a topic that the next page watches immediately', async () => {
    const leave = live.watch('study:a');
    await until(() => sessions()['s-a'] !== undefined, 'the snapshot');
    leave();
    live.watch('study:a');
    await pause(60);
    expect([count('watch study:a'), count('unwatch study:a')]).toEqual([1, 0]);
  });

  it('watches all topics again after a reconnect, and gets their missed changes by snapshots', async () => {
    live.watch('study:a');
    live.watch('study:b');
    await until(() => Object.keys(sessions()).length === 2, 'both snapshots');
    const states: string[] = [];
    live.subscribe(() => states.push(live.connection()));
    const { port } = server;
    await server.stop();
    await until(() => live.connection() === 'reconnecting', 'the loss');
    server = await startServer(port);
    server.versions.set('a', 12).set('b', 7);
    await until(
      () => sessions()['s-a']?.version === 12 && sessions()['s-b']?.version === 7,
      'the newer snapshots',
    );
    expect(states).toEqual(['reconnecting', 'live']);
  });

  it('reconnects when the server ends the connection', async () => {
    live.watch('study:a');
    await until(() => sessions()['s-a'] !== undefined, 'the snapshot');
    server.versions.set('a', 3);
    server.io.disconnectSockets(true);
    await until(() => sessions()['s-a']?.version === 3, 'the new snapshot');
  });

  it.each([
    [
      'while it is open',
      (retry_after: number) => {
        server.io.emit('cut_off', { code: 'too_many_requests', retry_after });
        server.io.disconnectSockets(true);
      },
    ],
    [
      'when it comes back',
      (retry_after: number) => {
        server.io.use((_socket, next) =>
          next(Object.assign(new Error('x'), { data: { code: 'too_many_requests', retry_after } })),
        );
        server.io.disconnectSockets(true);
      },
    ],
  ])(
    'waits as long as the server demands when it is cut off %s, whatever is watched meanwhile',
    async (_, cutOff) => {
      live.watch('study:a');
      await until(() => sessions()['s-a'] !== undefined, 'the snapshot');
      const retry = jest.spyOn(globalThis, 'setTimeout');
      cutOff(1_000);
      const waits = () => retry.mock.calls.map(([, ms]) => ms ?? 0).filter((ms) => ms >= 1_000_000);
      await until(() => waits().length > 0, 'the pause');
      // The wait has a random part, so that clients do not all reconnect at the same time.
      expect(waits()[0]).toBeLessThanOrEqual(2_000_000);
      const before = server.log.length;
      live.watch('study:b');
      await pause(100);
      retry.mockRestore();
      expect(server.log.slice(before)).toEqual([]);
      expect(live.connection()).toBe('reconnecting');
    },
  );

  it('watches a few topics at a time until all are watched', async () => {
    server.holds = true;
    const topics = Array.from({ length: 35 }, (_, i) => `study:${i}` as const);
    for (const topic of topics) live.watch(topic);
    for (let answered = 0; answered < topics.length; answered += 10) {
      const asked = Math.min(answered + 10, topics.length);
      await until(() => server.held.length === asked - answered, 'the next few');
      await pause(30);
      expect(server.held).toHaveLength(asked - answered);
      server.held.splice(0).forEach((answer) => answer());
    }
    await until(() => Object.keys(sessions()).length === topics.length, 'all snapshots');
  });

  it('reconnects when the token changes, and watches the same topics', async () => {
    live.watch('study:a');
    await until(() => count('watch study:a') === 1, 'the first watch');
    live.setToken('secret');
    await until(() => count('watch study:a') === 2, 'the second watch');
    expect(server.log.filter((l) => l.startsWith('connect'))).toEqual([
      'connect nobody',
      'connect secret',
    ]);
  });

  it('does not retry a topic that it may not watch', async () => {
    server.refuse.add('dashboard');
    live.watch('dashboard');
    await pause(250);
    expect(count('watch dashboard')).toBe(1);
  });

  it('reports when the server ended all sessions of the person, but not a single other session', async () => {
    live.watch('me');
    await until(() => count('watch me') === 1, 'watching');
    server.io.emit('signed_out', { token_id: 'another' });
    await pause(60);
    expect(signedOut).toBe(0);
    server.io.emit('signed_out', { token_id: null });
    await until(() => signedOut === 1, 'signed out');
  });
});
