import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { allEndpoints } from '../../../contracts/all-endpoints';
import { startApp, type RunningApp } from '../../support/app';

/** Not of the contract, each with the reason why it asks nobody who they are, or how it does. */
const outside: Readonly<Record<string, string>> = {
  'GET /api/files/:sha256':
    'a stored document by its own fingerprint, for whoever was given the address',
  'GET /api/exports/:id/file': 'a copy of one’s data by an address that is signed for some minutes',
  'POST /api/saml/acs':
    'a provider’s response, brought by a browser and guarded by its signature and the request that it answers',
  'GET /api/saml/metadata': 'what providers may know of this server',
  'GET /api/openapi.json': 'the contract itself',
  'GET /health/live': 'for the orchestrator; says that the process answers',
  'GET /health/ready': 'for the orchestrator; says that its engines answer',
  'GET /metrics': 'for the operator; counts only',
  'GET /robots.txt': 'for search engines',
  'GET /*': 'the pages of the web app, which know nothing by themselves',
  'OPTIONS *': 'what browsers ask before they call from another origin',
};

const root = resolve(__dirname, '../../../dist/web');
/** The built web app, where there is one; packed variants are sent in place of the file itself. */
const built = () =>
  new Set(
    (() => {
      try {
        return readdirSync(root, { recursive: true, withFileTypes: true });
      } catch {
        return [];
      }
    })()
      .filter((f) => f.isFile())
      .map((f) => `/${relative(root, join(f.parentPath, f.name))}`),
  );
const nameOf = (method: string, url: string) =>
  `${method} ${url.length > 1 ? url.replace(/\/$/, '') : url}`;

const found = new Map<string, { method: string; url: string }>();
const collect = (message: unknown) => {
  const { fastify } = message as { fastify: FastifyInstance };
  fastify.addHook('onRoute', ({ method, url }: RouteOptions) => {
    // HEAD is GET without its body.
    for (const one of [method].flat().filter((m) => m !== 'HEAD'))
      found.set(nameOf(one, url), { method: one, url });
  });
};

let run: RunningApp;
beforeAll(async () => {
  subscribe('fastify.initialization', collect);
  run = await startApp();
});
afterAll(async () => {
  unsubscribe('fastify.initialization', collect);
  await run.close();
});

const contract = () =>
  new Set(
    allEndpoints.map(({ method, path }) => nameOf(method, path.replace(/\{(\w+)\}/g, ':$1'))),
  );
const paths = () => new Set([...contract()].map((name) => name.split(' ')[1]));
const isFile = ({ method, url }: { method: string; url: string }) =>
  method === 'GET' && built().has(decodeURIComponent(url));
const isOfNoCall = (name: string) => !contract().has(name) && outside[name] === undefined;

describe('Every route of the server', () => {
  it('is a call of the contract, a file of the web app, or in the list with a reason', () => {
    const wrongMethods = (name: string) => paths().has(name.split(' ')[1]);
    expect(
      [...found]
        .filter(([name, route]) => isOfNoCall(name) && !wrongMethods(name) && !isFile(route))
        .map(([name]) => name),
    ).toEqual([]);
  });

  it('is there: neither the contract nor the list names one that is not', () => {
    expect(
      [
        ...contract(),
        ...Object.keys(outside).filter((name) => name !== 'GET /*' || built().size > 0),
      ].filter((name) => !found.has(name)),
    ).toEqual([]);
  });

  it('at an address of the contract takes the contract’s methods and no other', async () => {
    const others = [...found].filter(
      ([name]) => isOfNoCall(name) && paths().has(name.split(' ')[1]),
    );
    expect(others.length).toBeGreaterThan(50);
    for (const [name, { method, url }] of others) {
      const answer = await run.app.inject({
        method: method as 'GET',
        url: url.replace(/:\w+/g, '018f0000-0000-7000-8000-000000000001'),
      });
      expect([name, answer.statusCode, answer.json<{ code: string }>().code]).toEqual([
        name,
        405,
        'method_not_allowed',
      ]);
    }
  });
});
