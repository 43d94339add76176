/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { Server } from 'socket.io';
import type { LiveTopic } from '../../../../contracts/live/live-topics';
import { liveTopics } from '../../../../contracts/live/live-topics';
import { listSessions } from '../../../../contracts/enrolment/sessions';
import { refetchByHttp } from './live-by-http';
import { createLiveConnection } from './live-socket';
import { createLiveCache } from './live-cache';
import { liveSessionsKey } from './overlay-live-sessions';

const until = async (true_: () => boolean, what: string) => {
  const end = Date.now() + 30_000;
  while (!true_()) {
    if (Date.now() > end) throw new Error(`waited for: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
};

test('when WebSockets are stripped, watched data is polled by HTTP until a socket opens', async () => {
  // Answers a request for a WebSocket like a filtering proxy: with an error over HTTP.
  const http = createServer((_, response) => response.writeHead(400).end());
  http.on('upgrade', (_, socket) => {
    if (isStripped) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
  });
  let isStripped = true;
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const client = new QueryClient();
  let taken = 0;
  let isReachable = true;
  const observer = new QueryObserver(client, {
    queryKey: [listSessions.path],
    queryFn: () =>
      isReachable ? Promise.resolve({ taken: ++taken }) : Promise.reject(new Error('down')),
    retry: false,
  });
  const stopObserving = observer.subscribe(() => undefined);
  await until(() => taken === 1, 'the first read');
  const live = createLiveConnection({
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    cache: createLiveCache(client, { spreadMs: 0 }),
    onSignedOut: () => undefined,
    reconnectionDelayMs: 20,
    readEveryMs: [40, 80],
  });
  const said: string[] = [];
  live.subscribe(() => said.push(live.connection()));
  client.setQueryData(liveSessionsKey, { old: { session_id: 'old', version: 1 } });
  live.watch('dashboard');
  await until(() => taken >= 4, 'reads by HTTP');
  expect(live.connection()).toBe('by_http');
  expect(said).toEqual(['connecting', 'reconnecting', 'by_http']);
  // Earlier messages of the socket must not replace the data that was fetched by HTTP.
  expect(client.getQueryData(liveSessionsKey)).toEqual({});

  isReachable = false;
  await until(() => live.connection() === 'reconnecting', 'the server does not answer');
  isReachable = true;
  await until(() => live.connection() === 'by_http', 'the server answers');

  isStripped = false;
  const io = new Server(http, { transports: ['websocket'] });
  await until(() => live.connection() === 'live', 'a socket');
  const then = taken;
  await new Promise((done) => setTimeout(done, 200));
  expect(taken).toBe(then);
  live.close();
  stopObserving();
  client.clear();
  await io.close();
}, 60_000);

test('a read by HTTP that ends after a socket has opened does not replace what the socket brought', async () => {
  const http = createServer();
  await new Promise<void>((done) => http.listen(0, '127.0.0.1', done));
  const { port } = http.address() as AddressInfo;
  await new Promise((done) => http.close(done));
  const client = new QueryClient();
  let reads = 0;
  let finish: (() => void) | undefined;
  const stopObserving = new QueryObserver(client, {
    queryKey: [listSessions.path],
    queryFn: () =>
      new Promise<{ read: number }>((done) => {
        reads += 1;
        if (reads === 1) done({ read: 1 });
        else finish = () => done({ read: 2 });
      }),
  }).subscribe(() => undefined);
  const live = createLiveConnection({
    url: `http://127.0.0.1:${port}`,
    cache: createLiveCache(client, { spreadMs: 0 }),
    onSignedOut: () => undefined,
    reconnectionDelayMs: 20,
    readEveryMs: [10, 20],
  });
  live.watch('dashboard');
  await until(() => finish !== undefined, 'a read under way');

  const snapshot = [{ session_id: 'one', study_id: 'one', version: 2, counts: {} }];
  const back = createServer();
  const io = new Server(back, { transports: ['websocket'] });
  io.on('connection', (socket) =>
    socket.on('watch', (_: unknown, answer: (one: object) => void) =>
      answer({ ok: true, snapshot }),
    ),
  );
  await new Promise<void>((done) => back.listen(port, '127.0.0.1', done));
  const taken = () => Object.keys(client.getQueryData<object>(liveSessionsKey) ?? {});
  await until(() => taken().length > 0, 'the snapshot');
  // The server made this answer before the snapshot. It arrives after the snapshot, so the page
  // must ignore it.
  finish?.();
  await until(() => client.isFetching() === 0, 'the end of the read');
  await new Promise((done) => setTimeout(done, 20));
  expect(taken()).toEqual(['one']);
  live.close();
  stopObserving();
  client.clear();
  await io.close();
}, 60_000);

test('polling for a topic without shown data requests nothing, not even other shown data', async () => {
  const example: Record<keyof typeof liveTopics, LiveTopic> = {
    study: 'study:0190a000-0000-7000-8000-000000000001',
    link: 'link:aaaaaaaaaaaaaaaaaaaaaa',
    session: 'session:0190a000-0000-7000-8000-000000000001',
    runs: 'runs:0190a000-0000-7000-8000-000000000001',
    slots: 'slots:0190a000-0000-7000-8000-000000000001',
    editing: 'editing:0190a000-0000-7000-8000-000000000001',
    classroom: 'classroom:0190a000-0000-7000-8000-000000000001',
    dashboard: 'dashboard',
    me: 'me',
    reviews: 'reviews',
  };
  const client = new QueryClient();
  let others = 0;
  const stop = new QueryObserver(client, {
    queryKey: ['/api/elsewhere/'],
    queryFn: () => ++others,
  }).subscribe(() => undefined);
  await until(() => others === 1, 'the first read');
  for (const topic of Object.values(example).filter((one) => one !== 'reviews'))
    expect(await refetchByHttp(client, [topic], () => false)).toBe(false);
  expect(others).toBe(1);
  stop();
  client.clear();
});
