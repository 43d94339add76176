import { startApp } from '../../support/app/app';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';
import { typedResponseOf } from '../../support/app/body-of';

let app: RunningApp;
beforeAll(async () => {
  app = await sharedApp();
});
afterAll(() => app.close());

describe('The Visitor-Region header of GET /robots.txt', () => {
  let behind: RunningApp;
  let open: RunningApp;
  beforeAll(async () => {
    behind = await startApp({
      engines: app.engines,
      environment: { TRUSTED_PROXIES: 'loopback', COUNTRY_HEADER: 'CF-IPCountry', REGION: 'eu' },
    });
    open = await startApp({
      engines: app.engines,
      environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '192.0.2.1' },
    });
  });
  afterAll(async () => {
    await open.close();
    await behind.close();
  });
  const region = async (to: RunningApp, headers: Record<string, string> = {}) =>
    (
      await to
        .http()
        .get('/robots.txt')
        .set(headers)
        .expect(200)
        .expect('content-type', /^text\/plain/)
    ).headers['visitor-region'] as string;

  test('is global for a private address, and ignores headers that are not configured', async () => {
    expect(await region(app)).toBe('global');
    expect(await region(app, { 'cf-ipcountry': 'DE', 'x-forwarded-for': '8.8.8.8' })).toBe(
      'global',
    );
  });

  test('follows the country sent by a trusted proxy, else the client address sent by it', async () => {
    expect(await region(behind, { 'cf-ipcountry': 'US' })).toBe('us');
    expect(await region(behind, { 'cf-ipcountry': 'NO' })).toBe('eu');
    expect(await region(behind, { 'cf-ipcountry': 'JP' })).toBe('global');
    expect(await region(behind, { 'cf-ipcountry': 'XX' })).toBe('eu');
    expect(await region(behind, { 'x-forwarded-for': '8.8.8.8' })).toBe('us');
    expect(await region(behind, { 'x-forwarded-for': '133.11.0.1' })).toBe('global');
    expect(await region(behind, { 'x-forwarded-for': '10.0.0.5' })).toBe('eu');
  });

  test('ignores the headers of a client that is not a trusted proxy', async () => {
    expect(await region(open, { 'cf-ipcountry': 'US', 'x-forwarded-for': '8.8.8.8' })).toBe(
      'global',
    );
  });
});

describe('Requests from an origin other than the server’s', () => {
  const web = 'http://web.test:5173';

  test.each(['/api/studies/', '/robots.txt', '/api/nothing/', '/api/users/profile/'])(
    'to %s are allowed for the web app, with credentials and the headers that it reads',
    async (path) => {
      const { headers } = await app.http().get(path).set('origin', web);
      expect(headers).toMatchObject({
        'access-control-allow-origin': web,
        'access-control-allow-credentials': 'true',
      });
      expect(String(headers['access-control-expose-headers']).split(/,\s*/)).toEqual(
        expect.arrayContaining(['Visitor-Region', 'Retry-After', 'X-Request-Id']),
      );
    },
  );

  test('get a preflight response that allows what the web app sends', async () => {
    const { headers } = await app
      .http()
      .options('/api/studies/')
      .set({
        origin: web,
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'authorization,content-type',
      })
      .expect(204);
    expect(headers['access-control-allow-origin']).toBe(web);
    expect(headers['access-control-allow-methods']).toMatch(/PUT/);
    expect(String(headers['access-control-allow-headers'])).toMatch(/Authorization/i);
  });

  test.each(['http://evil.test', 'http://web.test', 'https://web.test:5173', 'null'])(
    'are not allowed for %s',
    async (origin) => {
      const { headers } = await app.http().get('/api/studies/').set('origin', origin);
      expect(headers['access-control-allow-origin']).not.toBe(origin);
      expect(headers['access-control-allow-origin']).not.toBe('*');
    },
  );

  test.each([undefined, 'http://evil.test', 'null'])(
    'from %s get no header that allows credentials, not in the preflight either',
    async (origin) => {
      const asked = { 'access-control-request-method': 'PUT', ...(origin && { origin }) };
      const answers = await Promise.all([
        app
          .http()
          .get('/api/studies/')
          .set(origin ? { origin } : {}),
        app
          .http()
          .get('/robots.txt')
          .set(origin ? { origin } : {}),
        app
          .http()
          .get('/api/nothing/')
          .set(origin ? { origin } : {}),
        app
          .http()
          .get('/')
          .set('accept', 'text/html')
          .set(origin ? { origin } : {}),
        app.http().options('/api/studies/').set(asked),
      ]);
      const told = answers.map(({ headers }) => headers['access-control-allow-credentials']);
      expect(told).toEqual(answers.map(() => undefined));
    },
  );
});

describe('every response of the server', () => {
  test('has a request id, also for a preflight', async () => {
    const preflight = await app
      .http()
      .options('/api/studies/')
      .set({ origin: app.config.publicWebUrl, 'access-control-request-method': 'POST' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('has the common error shape, also for a path that cannot be decoded', async () => {
    const answer = await app.http().get('/api/studies/%zz/').set('accept-language', 'de');
    expect([answer.status, answer.body]).toMatchObject([404, { status: 404, code: 'not_found' }]);
    expect((answer.body as { description: string }).description).toBe('Nicht gefunden.');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('A known path with an unsupported method is answered with 405 and the allowed methods', async () => {
  const { body, headers } = await typedResponseOf(app.http().delete('/api/studies/').expect(405));
  expect(body).toMatchObject({ status: 405, code: 'method_not_allowed' });
  expect(headers.allow).toBe('GET, HEAD, POST');
  expect((await app.http().put('/api/studies/').send({}).expect(405)).body).toMatchObject({
    code: 'method_not_allowed',
  });
  const person = '/api/users/018f0000-0000-7000-8000-000000000001/';
  const patched = app.http().patch(person).set('content-type', 'text/csv').send('a,b');
  expect((await typedResponseOf(patched.expect(405))).headers.allow).toContain('PUT');
  expect((await typedResponseOf(app.http().trace(person).expect(405))).headers.allow).toContain(
    'PUT',
  );
  const robots = await typedResponseOf(app.http().delete('/robots.txt').expect(405));
  expect(robots.headers.allow).toBe('GET, HEAD');
});

test('An API response cannot be cached, and cannot run as a page', async () => {
  const { headers } = await app.http().get('/api/studies/').expect(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});
