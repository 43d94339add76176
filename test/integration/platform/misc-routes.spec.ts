import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { capabilities } from '../../../server/contexts';
import { Metrics } from '../../../server/platform/observability/metrics';
import { startApp, type RunningApp } from '../../support/app';
import { eventually } from '../../support/wait';
import { answerOf, bodyOf } from '../../support/body-of';

let app: RunningApp;
beforeAll(async () => {
  app = await startApp();
});
afterAll(() => app.close());

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema: object }> }>;
  requestBody?: { content: Record<string, { schema: object }> };
  parameters: { name: string; in: string; schema: object }[];
}
interface Document {
  openapi: string;
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, object> };
}

describe('GET /api/openapi.json', () => {
  const noJson = [
    'GET /robots.txt',
    'GET /api/saml/metadata/',
    'POST /api/saml/acs/',
    'GET /api/exports/{id}/file/',
    'GET /api/files/{sha256}/',
  ];
  const document = async () =>
    (await app.http().get('/api/openapi.json').expect(200).expect('content-type', /json/))
      .body as Document;

  test('names every call of the contract and those whose answers are no JSON, and nothing else', async () => {
    const { paths, openapi } = await document();
    expect(openapi).toMatch(/^3\.1\./);
    const named = Object.entries(paths).flatMap(([path, calls]) =>
      Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect(named.sort()).toEqual(
      [...capabilities.endpoints.map((e) => `${e.method} ${e.path}`), ...noJson].sort(),
    );
    const ids = Object.values(paths).flatMap((calls) =>
      Object.values(calls).map((o) => o.operationId),
    );
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('has schemas that a validator understands, with no reference into nowhere', async () => {
    const { paths, components } = await document();
    const ajv = new Ajv({ strict: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'https://commonlab.test/openapi', components });
    const absolute = (schema: object) =>
      JSON.parse(
        JSON.stringify(schema).replaceAll(
          '"#/components',
          '"https://commonlab.test/openapi#/components',
        ),
      ) as object;
    const schemas = Object.values(paths)
      .flatMap((calls) => Object.values(calls))
      .flatMap((o) => [
        ...o.parameters.map((p) => p.schema),
        ...[...Object.values(o.responses), ...(o.requestBody ? [o.requestBody] : [])].flatMap(
          (part) => Object.values(part.content ?? {}).map((c) => c.schema),
        ),
      ]);
    expect(schemas.length).toBeGreaterThan(100);
    for (const schema of [...schemas, ...Object.values(components.schemas)])
      expect(() => ajv.compile(absolute(schema))).not.toThrow();
  });

  test('says of every call with a body or a parameter what goes wrong', async () => {
    for (const [path, calls] of Object.entries((await document()).paths)) {
      for (const [method, operation] of Object.entries(calls))
        if (!noJson.includes(`${method.toUpperCase()} ${path}`))
          expect(Object.keys(operation.responses)).toEqual(
            expect.arrayContaining(['400', '429', '500']),
          );
    }
  });
});

describe('The document about calls whose answers are no JSON', () => {
  test.each([
    ['get', '/robots.txt', 200],
    ['get', '/api/saml/metadata/', 200],
    ['post', '/api/saml/acs/', 303],
    ['get', '/api/exports/018f0000-0000-7000-8000-000000000001/file/', 404],
    ['get', `/api/files/${'a'.repeat(64)}/`, 404],
  ] as const)('says what %s %s answers: %s', async (method, path, status) => {
    const answer = await app.http()[method](path).redirects(0).type('form').expect(status);
    const { paths } = (await app.http().get('/api/openapi.json').expect(200)).body as {
      paths: Record<
        string,
        Record<
          string,
          { responses: Record<string, { headers?: object; content?: Record<string, unknown> }> }
        >
      >;
    };
    const named =
      paths[path.replace(/018f[^/]+/, '{id}').replace(/a{64}/, '{sha256}')]?.[method]?.responses[
        status
      ];
    expect(named).toBeDefined();
    expect(named?.content ? Object.keys(named.content) : [undefined]).toEqual([
      answer.headers['content-type']?.split(';')[0],
    ]);
    expect(Object.keys(answer.headers)).toEqual(
      expect.arrayContaining(Object.keys(named?.headers ?? {}).map((name) => name.toLowerCase())),
    );
  });
});

describe('health', () => {
  test('live says that the process answers, ready that its database and queues do', async () => {
    await app.http().get('/health/live').expect(200, { status: 'live' });
    const body = await bodyOf(app.http().get('/health/ready').expect(200));
    expect(body).toEqual({
      status: 'ready',
      database: true,
      ...(app.config.redisUrl && { redis: true }),
    });
  });

  test('ready says no while Redis is away and yes when it is back; live does not care', async () => {
    const { redis } = app.engines;
    if (!redis) return;
    await redis.stop();
    expect((await app.http().get('/health/ready').expect(503)).body).toMatchObject({
      status: 'not_ready',
      database: true,
      redis: false,
    });
    await app.http().get('/health/live').expect(200);
    await redis.restart();
    await eventually(
      async () => (await app.http().get('/health/ready')).status,
      (status) => status === 200,
    );
  });
});

describe('GET /metrics', () => {
  const metric = async (name: string) =>
    new RegExp(`^${name}(?:\\{[^}]*\\})? (.+)$`, 'm').exec(
      (
        await app
          .http()
          .get('/metrics')
          .expect(200)
          .expect('content-type', /^text\/plain/)
      ).text,
    )?.[1];

  test('tells the events that wait for a relay and how long the oldest has waited', async () => {
    await app.source.query(
      `INSERT INTO platform.outbox (id, name, data, at)
       VALUES (gen_random_uuid(), 'studies.study-changed', '{}', now() - interval '90 seconds')`,
    );
    expect(Number(await metric('commonlab_outbox_waiting'))).toBe(1);
    expect(Number(await metric('commonlab_relay_lag_seconds'))).toBeGreaterThanOrEqual(90);
    await app.source.query('UPDATE platform.outbox SET relayed_at = now()');
    expect([
      await metric('commonlab_outbox_waiting'),
      await metric('commonlab_relay_lag_seconds'),
    ]).toEqual(['0', '0']);
  });

  test('counts requests by route, never by address, and survives a measure that fails', async () => {
    const metrics = app.app.get(Metrics);
    metrics.beforeScrape.push(() => Promise.reject(new Error('away')));
    await app.http().get('/api/studies/01890a5d-ac96-774b-bcce-b302099a8057/?secret=1').expect(404);
    const { text } = await app.http().get('/metrics').expect(200);
    expect(text).toMatch(
      /commonlab_http_request_seconds_count\{method="GET",route="\/api\/studies\/:id\/?",status="404"\} 1/,
    );
    expect(text).not.toMatch(/01890a5d|secret/);
  });
});

describe('GET /robots.txt', () => {
  const region = async (to: RunningApp, headers: Record<string, string> = {}) =>
    (
      await to
        .http()
        .get('/robots.txt')
        .set(headers)
        .expect(200)
        .expect('content-type', /^text\/plain/)
    ).headers['visitor-region'] as string;

  test('knows no country of a private address, and believes no header that nobody configured', async () => {
    expect(await region(app)).toBe('global');
    expect(await region(app, { 'cf-ipcountry': 'DE', 'x-forwarded-for': '8.8.8.8' })).toBe(
      'global',
    );
  });

  test('takes the country from a trusted proxy, else the address that the proxy saw', async () => {
    const behind = await startApp({
      engines: app.engines,
      environment: { TRUSTED_PROXIES: 'loopback', COUNTRY_HEADER: 'CF-IPCountry', REGION: 'eu' },
    });
    try {
      expect(await region(behind, { 'cf-ipcountry': 'US' })).toBe('us');
      expect(await region(behind, { 'cf-ipcountry': 'NO' })).toBe('eu');
      expect(await region(behind, { 'cf-ipcountry': 'JP' })).toBe('global');
      expect(await region(behind, { 'cf-ipcountry': 'XX' })).toBe('eu');
      expect(await region(behind, { 'x-forwarded-for': '8.8.8.8' })).toBe('us');
      expect(await region(behind, { 'x-forwarded-for': '133.11.0.1' })).toBe('global');
      expect(await region(behind, { 'x-forwarded-for': '10.0.0.5' })).toBe('eu');
    } finally {
      await behind.close();
    }
  });

  test('a header from a stranger is only a header', async () => {
    const open = await startApp({
      engines: app.engines,
      environment: { COUNTRY_HEADER: 'CF-IPCountry', TRUSTED_PROXIES: '192.0.2.1' },
    });
    try {
      expect(await region(open, { 'cf-ipcountry': 'US', 'x-forwarded-for': '8.8.8.8' })).toBe(
        'global',
      );
    } finally {
      await open.close();
    }
  });
});

describe('calls from another origin', () => {
  const web = 'http://web.test:5173';

  test.each(['/api/studies/', '/robots.txt', '/api/nothing/', '/api/users/profile/'])(
    '%s answers the web app, with credentials, and shows it the headers it needs',
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

  test('a preflight allows what the web app sends', async () => {
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
    '%s is nobody we know',
    async (origin) => {
      const { headers } = await app.http().get('/api/studies/').set('origin', origin);
      expect(headers['access-control-allow-origin']).not.toBe(origin);
      expect(headers['access-control-allow-origin']).not.toBe('*');
    },
  );
});

describe('every answer', () => {
  test('carries a request id, the answer to a preflight too', async () => {
    const preflight = await app
      .http()
      .options('/api/studies/')
      .set({ origin: app.config.publicWebUrl, 'access-control-request-method': 'POST' });
    expect(preflight.status).toBe(204);
    expect(preflight.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('has the one error shape, also to an address that cannot be decoded', async () => {
    const answer = await app.http().get('/api/studies/%zz/').set('accept-language', 'de');
    expect([answer.status, answer.body]).toMatchObject([404, { status: 404, code: 'not_found' }]);
    expect((answer.body as { description: string }).description).toBe('Nicht gefunden.');
    expect(answer.headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

test('A known call with another method is told which ones there are', async () => {
  const { body, headers } = await answerOf(app.http().delete('/api/studies/').expect(405));
  expect(body).toMatchObject({ status: 405, code: 'method_not_allowed' });
  expect(headers.allow).toBe('GET, POST');
  expect((await app.http().put('/api/studies/').send({}).expect(405)).body).toMatchObject({
    code: 'method_not_allowed',
  });
});

test('What the API answers is kept nowhere and is never a page', async () => {
  const { headers } = await app.http().get('/api/studies/').expect(200);
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  });
});
