/** @jest-environment <rootDir>/scripts/jest/node-environment.cjs */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { Server } from 'socket.io';
import type { Topic } from '../../../../contracts/live/live-topics';
import { topics } from '../../../../contracts/live/live-topics';
import { listSessions } from '../../../../contracts/enrolment/sessions';
import { readByHttp } from './live-by-http';
import { createLive } from './live';
import { createLiveCache } from './live-cache';
import { liveSessionsKey } from './live-sessions';

const until = async (true_: () => boolean, what: string) => {
  const end = Date.now() + 30_000;
  while (!true_()) {
    if (Date.now() > end) throw new Error(`waited for: ${what}`);
    await new Promise((done) => setTimeout(done, 5));
  }
};

test('when WebSockets are stripped, watched data is polled by HTTP until a socket opens', async () => {
  // The server answers an upgrade as a filtering proxy does.
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
  const live = createLive({
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
  // Old messages of the socket must not replace the data that was read by HTTP.
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

test('polling for a topic without shown data requests nothing, not even other shown data', async () => {
  const example: Record<keyof typeof topics, Topic> = {
    study: 'study:0190a000-0000-7000-8000-000000000001',
    link: 'link:aaaaaaaaaaaaaaaaaaaaaa',
    session: 'session:0190a000-0000-7000-8000-000000000001',
    runs: 'runs:0190a000-0000-7000-8000-000000000001',
    slots: 'slots:0190a000-0000-7000-8000-000000000001',
    editing: 'editing:0190a000-0000-7000-8000-000000000001',
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
    expect(await readByHttp(client, [topic])).toBe(false);
  expect(others).toBe(1);
  stop();
  client.clear();
});
