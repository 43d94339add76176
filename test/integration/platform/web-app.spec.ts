import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request from 'supertest';
import { capabilities } from '../../../server/contexts';
import { AppModule } from '../../../server/app';
import { LiveAdapter } from '../../../server/live/live.adapter';
import { createHttpApp } from '../../../server/platform/http/http';
import { createLog } from '../../../server/platform/observability/log';
import { serveWebApp } from '../../../server/platform/http/files/web-app';
import { configFor } from '../../support/app/app';
import { cloneDatabase, type TestDatabases } from '../../support/engines/engines';
import { typedResponseOf } from '../../support/app/body-of';

const script = `export const hello = ${JSON.stringify('x'.repeat(5_000))};\n`;
let engines: TestDatabases;
let root: string;
const running: NestFastifyApplication[] = [];

/**
 * Starts the real server with a build made by this test, so that no build of the web app is needed.
 */
async function serve(environment: Record<string, string> = {}): Promise<string> {
  const config = configFor(engines, environment);
  const log = createLog('silent', 'test');
  const app = await createHttpApp(await AppModule.for(config, log, capabilities), config, log);
  app.useWebSocketAdapter(new LiveAdapter(app, config));
  await serveWebApp(app, config, undefined, root);
  await app.listen(0, '127.0.0.1');
  running.push(app);
  return app.getUrl();
}

let url: string;
beforeAll(async () => {
  engines = await cloneDatabase();
  root = await mkdtemp(join(tmpdir(), 'commonlab-web-'));
  await mkdir(join(root, 'assets'));
  const index = await readFile(resolve(__dirname, '../../../web/index.html'), 'utf8');
  await writeFile(join(root, 'index.html'), index);
  await writeFile(join(root, 'index.html.br'), brotliCompressSync(index));
  await writeFile(join(root, 'theme.js'), 'document.documentElement.dataset.theme = "light";\n');
  await writeFile(join(root, 'assets', 'main-a1b2c3.js'), script);
  await writeFile(join(root, 'assets', 'main-a1b2c3.js.br'), brotliCompressSync(script));
  await writeFile(join(root, 'assets', 'main-a1b2c3.js.gz'), gzipSync(script));
  url = await serve();
});
afterAll(async () => {
  for (const app of running) await app.close();
  await rm(root, { recursive: true });
  await engines.drop();
});

const get = (path: string, accept = 'text/html,application/xhtml+xml,*/*;q=0.8') =>
  request(url).get(path).set('accept', accept);
const policyOf = (headers: Record<string, string>) =>
  Object.fromEntries(
    (headers['content-security-policy'] ?? '')
      .split(';')
      .map((d) => d.trim().split(/\s+/))
      .map(([name = '', ...values]) => [name, values]),
  );

describe('A page of the web app', () => {
  test.each([
    '/',
    '/signin',
    '/study/details/01890a5d-ac96-774b-bcce-b302099a8057',
    '/sessions/dashboard',
    '/experiments/',
    '/no/such/page',
    '/index',
    '/home?key=%3Cscript%3E',
  ])('is served at %s with a strict policy', async (path) => {
    const { headers, text } = await get(path)
      .expect(200)
      .expect('content-type', /text\/html; charset=utf-8/i);
    const policy = policyOf(headers);
    const nonce = /commonlab:nonce" content="([^"]{20,})"/.exec(text)?.[1] ?? 'none';
    expect(policy).toMatchObject({
      'default-src': ["'self'"],
      'script-src': ["'self'"],
      'style-src-elem': ["'self'", `'nonce-${nonce}'`],
      'style-src-attr': ["'none'"],
      'object-src': ["'none'"],
      'frame-src': ['http://127.0.0.1:3000/api/objects/', 'http://127.0.0.1:3000/s/'],
      'img-src': [
        "'self'",
        'data:',
        'blob:',
        'http://127.0.0.1:3000/api/objects/',
        'http://127.0.0.1:3000/s/',
      ],
      'media-src': ["'self'", 'http://127.0.0.1:3000/api/objects/'],
      'frame-ancestors': ["'none'"],
      'base-uri': ["'none'"],
      'form-action': ["'self'"],
    });
    expect(policy['connect-src']).toEqual([
      "'self'",
      'ws://web.test:5173',
      'http://127.0.0.1:3000',
      'ws://127.0.0.1:3000',
    ]);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'referrer-policy': 'strict-origin-when-cross-origin',
      'cross-origin-opener-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    });
    expect(headers['permissions-policy']).toContain('camera=()');
    expect(headers['strict-transport-security']).toBeUndefined();
    expect(text).not.toMatch(/__[A-Z_]+__/);
    expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son\w+=|["']javascript:|<style/i);
  });

  test.each([
    '/check',
    '/check/?from=here',
    '/study/details/01890a5d-ac96-774b-bcce-b302099a8057/check',
  ])(
    'at %s, the check of a device, may use microphone and camera, and nothing else',
    async (path) => {
      const { headers } = await get(path).expect(200);
      expect(headers['permissions-policy']?.split(', ').sort()).toEqual([
        'accelerometer=()',
        'camera=(self)',
        'geolocation=()',
        'gyroscope=()',
        'microphone=(self)',
        'payment=()',
        'usb=()',
      ]);
    },
  );

  test.each(['/checks', '/x/check', '/study/details/check', '/home?to=/check', '/check/more'])(
    'at %s may use neither microphone nor camera',
    async (path) => {
      const { headers } = await get(path).expect(200);
      expect(headers['permissions-policy']).toMatch(/camera=\(\).*microphone=\(\)/);
    },
  );

  test('has a new nonce for each response', async () => {
    const nonces = await Promise.all(
      [get('/'), get('/'), get('/')].map(
        async (answer) =>
          policyOf((await answer).headers as Record<string, string>)['style-src']?.[1],
      ),
    );
    expect(new Set(nonces).size).toBe(3);
  });

  test('requires https if it is served by https, and contains the configuration', async () => {
    const secure = await serve({
      PUBLIC_WEB_URL: 'https://lab.example',
      PUBLIC_API_URL: 'https://api.lab.example',
      REGION: 'eu',
      COOKIE_DOMAIN: 'lab.example',
      DEMO: 'force',
    });
    const { headers, text } = await request(secure).get('/').expect(200);
    expect(headers['strict-transport-security']).toBe('max-age=31536000');
    const policy = policyOf(headers);
    expect(policy['connect-src']).toEqual([
      "'self'",
      'wss://lab.example',
      'https://api.lab.example',
      'wss://api.lab.example',
    ]);
    expect(policy).toHaveProperty('upgrade-insecure-requests');
    for (const [name, value] of [
      ['api', 'https://api.lab.example'],
      ['region', 'eu'],
      ['cookie-domain', 'lab.example'],
      ['demo', '1'],
    ])
      expect(text).toContain(`<meta name="commonlab:${name}" content="${value}" />`);
  });

  test('names no API address if the API has the same origin', async () => {
    const same = await serve({
      PUBLIC_WEB_URL: 'http://127.0.0.1:3000',
      PUBLIC_API_URL: 'http://127.0.0.1:3000',
    });
    expect((await request(same).get('/').expect(200)).text).toContain(
      '<meta name="commonlab:api" content="" />',
    );
  });
});

describe('Files of the web app', () => {
  test('can be cached permanently if their name contains a hash; others are revalidated', async () => {
    await get('/assets/main-a1b2c3.js')
      .expect(200)
      .expect('content-type', /javascript/)
      .expect('cache-control', 'public, max-age=31536000, immutable');
    const { headers } = await get('/theme.js').expect(200).expect('cache-control', 'no-cache');
    await get('/theme.js').set('if-none-match', String(headers.etag)).expect(304);
  });

  test.each([
    ['br', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('are compressed as the browser accepts (%s)', async (accepted, encoding) => {
    const received = await fetch(`${url}/assets/main-a1b2c3.js`, {
      headers: { 'accept-encoding': accepted },
    });
    expect(received.headers.get('content-encoding') ?? undefined).toBe(encoding);
    expect(await received.text()).toBe(script);
  });

  test.each([
    '/assets/gone-000000.js',
    '/favicon.png',
    '/index.html',
    '/assets/',
    '/..%2f..%2fpackage.json',
    '/assets/..%2f..%2fpackage.json',
    '/.env',
  ])('do not exist at %s', async (path) => {
    const { body, headers } = await typedResponseOf(get(path).expect(404));
    expect(body).toMatchObject({ status: 404, code: 'not_found' });
    expect(headers['content-type']).toMatch(/json/);
  });
});

test.each([
  '/api',
  '/api/',
  '/api/nothing/',
  '/api/studies/x/y/z/',
  '/health/',
  '/socket.io/?EIO=4&transport=polling',
])(
  'An unknown API path (%s) gets an error in JSON, also when requested by a browser',
  async (path) => {
    const answer = await get(path);
    expect(answer.status).toBeGreaterThanOrEqual(400);
    expect(answer.headers['content-type']).toMatch(/json/);
  },
);

test('A request that does not accept HTML gets no page', async () => {
  expect((await get('/signin', 'application/json').expect(404)).body).toMatchObject({
    code: 'not_found',
  });
  expect((await request(url).post('/signin').send({}).expect(404)).body).toMatchObject({
    code: 'not_found',
  });
});
