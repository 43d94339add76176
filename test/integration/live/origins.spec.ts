/**
 * @engines one: the server refuses the socket before it uses a queue, so it runs with only one kind
 * of queue (Redis or PostgreSQL)
 */
import { io } from 'socket.io-client';
import { sharedApp } from '../../support/app/shared-app';
import type { RunningApp } from '../../support/app/launch-app';

describe('A socket can be opened by', () => {
  let run: RunningApp;
  beforeAll(async () => {
    run = await sharedApp();
  });
  afterAll(() => run.close());

  const opens = (origin: string | undefined) =>
    new Promise<boolean>((resolve) => {
      const socket = io(run.url, {
        transports: ['websocket'],
        forceNew: true,
        reconnection: false,
        ...(origin !== undefined && { extraHeaders: { origin } }),
      });
      const tell = (answer: boolean) => {
        socket.disconnect();
        resolve(answer);
      };
      socket.once('connect', () => tell(true));
      socket.once('connect_error', () => tell(false));
    });

  it.each([
    ['the web app', () => run.config.publicWebUrl],
    ["a page from the server's own host", () => run.url],
    ['a program that is no browser', () => undefined],
  ])('%s', async (_, origin) => {
    expect(await opens(origin())).toBe(true);
  });

  it.each([
    'https://elsewhere.test',
    'http://web.test:5174',
    'http://web.test:5173.elsewhere.test',
    'null',
    '',
  ])('no page of the origin %j', async (origin) => {
    expect(await opens(origin)).toBe(false);
  });
});
