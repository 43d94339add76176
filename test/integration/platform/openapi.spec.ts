import Ajv from 'ajv/dist/2020';
import addFormats from 'ajv-formats';
import { capabilities } from '../../../server/contexts';
import type { RunningApp } from '../../support/app/launch-app';
import { sharedApp } from '../../support/app/shared-app';

let app: RunningApp;
let document: Document;
beforeAll(async () => {
  app = await sharedApp();
  // Requests the document once for all tests, because it has some megabytes.
  const answer = app.http().get('/api/openapi.json').expect(200);
  document = (await answer.expect('content-type', /json/)).body as Document;
});
afterAll(() => app.close());

interface Operation {
  security: Record<string, string[]>[];
  operationId: string;
  responses: Record<string, { headers?: object; content?: Record<string, { schema: object }> }>;
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
    'GET /api/objects/{sha256}/',
    'GET /api/notices/unsubscribe/{token}/',
    'POST /api/notices/unsubscribe/{token}/',
    'GET /api/participations/{id}/recordings/{sha256}/',
    'PATCH /api/participations/{id}/recordings/{sha256}/',
    'GET /api/participations/{id}/runs/{run}/records/',
    'GET /api/runs/{id}/records/',
    'GET /api/runs/{id}/files/{sha256}/',
    'GET /api/study-exports/{id}/download/',
    'GET /api/study-versions/{id}/archive/',
    'GET /api/rehearsals/{id}/export/',
    'GET /api/expenses/export/',
    'GET /api/classrooms/{id}/gradebook/export/',
    'GET /api/payout-batches/{id}/file/',
    'GET /api/uploads/{id}/',
    'PATCH /api/uploads/{id}/',
    'GET /api/receipts/{type}/{id}/pdf/',
    'GET /api/submissions/{id}/pdf/',
  ];

  test('describes every endpoint of the contract and those with non-JSON responses, and nothing else', () => {
    const { paths, openapi } = document;
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

  test('names the scope of an endpoint that accepts API tokens, beside its other authentication', () => {
    const { paths } = document;
    const security = (path: string, method: string) => paths[path]?.[method]?.security;
    expect(security('/api/sessions/{id}/roster/', 'get')).toEqual([
      { bearer: [] },
      { api_token: ['export'] },
    ]);
    expect(security('/api/studies/', 'get')).toEqual([{}, { api_token: ['read'] }]);
    expect(security('/api/users/profile/', 'delete')).toEqual([{ bearer: [] }]);
    expect(security('/api/operator/', 'get')).toEqual([]);
  });

  test('[2.1.1] has valid schemas without dangling references', () => {
    const { paths, components } = document;
    const ajv = new Ajv({ strict: false, code: { optimize: false }, inlineRefs: false });
    addFormats(ajv);
    ajv.addSchema({ $id: 'https://commonlab.test/openapi', components });
    const absolute = (schema: string) =>
      JSON.parse(
        schema.replaceAll('"#/components', '"https://commonlab.test/openapi#/components'),
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
    // Compiles each schema once, because the schema of an error occurs at hundreds of endpoints.
    const texts = [...schemas, ...Object.values(components.schemas)].map((schema) =>
      JSON.stringify(schema),
    );
    for (const text of new Set(texts)) expect(() => ajv.compile(absolute(text))).not.toThrow();
    // Time limit: compiles every schema of the document.
  }, 60_000);

  test('describes the error responses of every endpoint', () => {
    for (const [path, calls] of Object.entries(document.paths)) {
      for (const [method, operation] of Object.entries(calls))
        if (!noJson.includes(`${method.toUpperCase()} ${path}`))
          expect(Object.keys(operation.responses)).toEqual(
            expect.arrayContaining(['400', '429', '500']),
          );
    }
  });
});

describe('The description of endpoints with non-JSON responses', () => {
  test.each([
    ['get', '/robots.txt', 200],
    ['get', '/api/saml/metadata/', 200],
    ['post', '/api/saml/acs/', 303],
    ['get', '/api/exports/018f0000-0000-7000-8000-000000000001/file/', 404],
    ['get', `/api/objects/${'a'.repeat(64)}/`, 404],
  ] as const)('matches the actual response of %s %s: %s', async (method, path, status) => {
    const answer = await app.http()[method](path).redirects(0).type('form').expect(status);
    const named =
      document.paths[path.replace(/018f[^/]+/, '{id}').replace(/a{64}/, '{sha256}')]?.[method]
        ?.responses[status];
    expect(named).toBeDefined();
    expect(named?.content ? Object.keys(named.content) : [undefined]).toEqual([
      answer.headers['content-type']?.split(';')[0],
    ]);
    expect(Object.keys(answer.headers)).toEqual(
      expect.arrayContaining(Object.keys(named?.headers ?? {}).map((name) => name.toLowerCase())),
    );
  });
});
