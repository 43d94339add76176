/** @lane quick */
import { connect, type Socket } from 'node:net';
import { ApiErrorBody } from '../../../contracts/base/errors';
import { startApp, type RunningApp } from '../../support/app/app';
import { captureLog } from '../../support/app/captured-log';
import { bodyOf } from '../../support/app/body-of';

const log = captureLog('warn', 'server');
let run: RunningApp;
beforeAll(async () => {
  run = await startApp({ log: log.log });
});
afterAll(() => run.close());

const web = 'http://web.test:5173';
const long = 'x'.repeat(300);
const everyHeader = {
  'access-control-allow-origin': web,
  'access-control-allow-credentials': 'true',
  'x-content-type-options': 'nosniff',
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'content-type': 'application/json; charset=utf-8',
  'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
};

describe('A path that is too long or cannot be decoded', () => {
  const addresses = [
    `/api/users/${long}/`,
    `/api/users/${long}`,
    `/api/studies/${'%F0%9F%99%82'.repeat(20)}/consent/?a=b`,
    '/api/users/%ff/',
    '/api/users/%zz/',
    '/api/studies/%e0%a4%a/',
    '/api/%',
  ];

  it.each(
    addresses.flatMap((path) =>
      (['GET', 'POST', 'PUT', 'DELETE'] as const).map((method) => [method, path] as const),
    ),
  )('is not found: %s %s', async (method, path) => {
    const answer = await fetch(run.url + path, {
      method,
      headers: { origin: web, 'content-type': 'application/json' },
      ...(method !== 'GET' && { body: '{}' }),
    });
    expect([answer.status, await answer.json()]).toEqual([
      404,
      { status: 404, code: 'not_found', description: 'Not found.' },
    ]);
    expect(Object.fromEntries(answer.headers)).toMatchObject(everyHeader);
  });

  it('gets a preflight response like any other path', async () => {
    const { headers } = await run
      .http()
      .options('/api/users/%ff/')
      .set({ origin: web, 'access-control-request-method': 'PUT' })
      .expect(204);
    expect(headers).toMatchObject({ 'access-control-allow-origin': web });
  });

  it('is not a page of the web app either', async () => {
    await run.http().get('/studies/%ff').set('accept', 'text/html').expect(404);
  });

  it('writes no warning to the log', () => {
    expect(log.lines).toEqual([]);
  });
});

describe('An OPTIONS request', () => {
  it.each([
    ['/api/users/', 'GET, HEAD, OPTIONS, POST'],
    ['/api/users/profile/', 'DELETE, GET, HEAD, OPTIONS, PUT'],
    ['/api/reviews/018f0000-0000-7000-8000-000000000001', 'OPTIONS, PUT'],
  ])('for %s without preflight headers returns the allowed methods: %s', async (path, allow) => {
    const { headers, text } = await run.http().options(path).expect(204);
    expect([headers.allow, text]).toEqual([allow, '']);
  });

  it('for an unknown path returns no allowed methods', async () => {
    expect((await run.http().options('/api/nothing/').expect(204)).headers.allow).toBeUndefined();
  });
});

describe('A request that Node’s HTTP parser refuses', () => {
  /**
   * Sends these words over a connection.
   * @returns everything that the server sends until it closes the connection
   */
  const say = (words: string, then?: (socket: Socket) => void) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(run.url).port), '127.0.0.1', () => {
        socket.write(words);
        then?.(socket);
      });
      let heard = '';
      socket
        .setEncoding('utf8')
        .on('data', (part: string) => (heard += part))
        .on('close', () => resolve(heard))
        .on('error', (error: NodeJS.ErrnoException) =>
          error.code === 'ECONNRESET' || error.code === 'EPIPE' ? undefined : reject(error),
        );
    });
  const read = (answer: string) => {
    const [head = '', body = ''] = answer.split('\r\n\r\n');
    const [first = '', ...lines] = head.split('\r\n');
    return {
      status: Number(first.split(' ')[1]),
      headers: Object.fromEntries(
        lines.map((line) => [
          line.slice(0, line.indexOf(':')).toLowerCase(),
          line.slice(line.indexOf(':') + 2),
        ]),
      ),
      body,
    };
  };

  it.each([
    [
      'headers beyond all measure',
      `GET /api/studies/ HTTP/1.1\r\nHost: x\r\nX-Long: ${'y'.repeat(20_000)}\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    [
      'an address beyond all measure',
      `GET /api/studies/?text=${'y'.repeat(20_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
      'headers_too_large',
    ],
    ['no Host', 'GET /api/studies/ HTTP/1.1\r\n\r\n', 400, 'malformed_body'],
    ['nonsense', 'what is this\r\n\r\n', 400, 'malformed_body'],
    ['another method', 'BREW /api/studies/ HTTP/1.1\r\nHost: x\r\n\r\n', 400, 'malformed_body'],
    [
      'two lengths',
      'POST /api/users/ HTTP/1.1\r\nHost: x\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n{}',
      400,
      'malformed_body',
    ],
    [
      'a header with a line end',
      'GET /api/studies/ HTTP/1.1\r\nHost: x\r\nX: a\rb\r\n\r\n',
      400,
      'malformed_body',
    ],
  ])(
    'gets an error in the usual JSON shape, and its connection is closed: %s',
    async (_, words, status, code) => {
      const answer = read(await say(words));
      expect(answer.status).toBe(status);
      expect(ApiErrorBody.parse(JSON.parse(answer.body))).toMatchObject({
        status,
        code,
        description: expect.stringMatching(/\w/) as string,
      });
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        connection: 'close',
        'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
        'x-content-type-options': 'nosniff',
        'cache-control': 'no-store',
      });
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body));
    },
  );

  it('does not include an HTTP/1.0 request without a Host header, which is answered', async () => {
    expect(read(await say('GET /health/live HTTP/1.0\r\n\r\n')).status).toBe(200);
  });

  it('does no harm when its sender has disconnected', async () => {
    await Promise.all(
      Array.from({ length: 20 }, () => say('what is this\r\n\r\n', (socket) => socket.destroy())),
    );
    await Promise.all(
      Array.from({ length: 20 }, () =>
        say(`GET / HTTP/1.1\r\nX: ${'y'.repeat(50_000)}`, (socket) => socket.resetAndDestroy()),
      ),
    );
    await run.http().get('/health/live').expect(200);
  });
});

describe('The language of an error message', () => {
  it.each([
    ['fr, de;q=0.5', 'Melden Sie sich'],
    ['fr, en;q=0.2, de;q=0.5', 'Melden Sie sich'],
    ['fr', 'Sign in first.'],
    ['de;q=0.4, en;q=0.5', 'Sign in first.'],
  ])('is the best match among the available languages: %s', async (header, words) => {
    const body = await bodyOf(
      run.http().get('/api/users/profile/').set('accept-language', header).expect(401),
    );
    expect((body as ApiErrorBody).description).toContain(words);
  });
});
