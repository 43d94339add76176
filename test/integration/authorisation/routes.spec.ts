/** @lane quick */
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { readdirSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import type { FastifyInstance, RouteOptions } from 'fastify';
import { capabilities } from '../../../server/contexts';
import { webAppFile } from '../../../contracts/base/non-json-operations';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';

const root = resolve(__dirname, '../../../dist/web');
/** Lists the files of the built web app, if it exists. */
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
    // Leaves out HEAD, because it is a GET request without the body of its answer.
    for (const one of [method].flat().filter((m) => m !== 'HEAD'))
      found.set(nameOf(one, url), { method: one, url });
  });
};

let run: RunningApp;
beforeAll(async () => {
  subscribe('fastify.initialization', collect);
  // The routes are collected while the application starts.
  run = await startApp({ clock: new TestClock() });
});
afterAll(async () => {
  unsubscribe('fastify.initialization', collect);
  await run.close();
});

/**
 * Lists the operations that exchange no JSON. They are public, or a signature in the address
 * permits them.
 */
const others = () =>
  capabilities.contexts
    .flatMap(({ operations = [] }) => operations)
    .filter((one) => one !== webAppFile && (!one.ofWebApp || built().size > 0))
    .map(({ method, path }) => nameOf(method.toUpperCase(), path.replace(/\{(\w+)\}/g, ':$1')));
const contract = () =>
  new Set(
    capabilities.endpoints.map(({ method, path }) =>
      nameOf(method, path.replace(/\{(\w+)\}/g, ':$1')),
    ),
  );
/**
 * Lists the paths of all operations, with and without JSON, except the web app's page, which is at
 * all other addresses.
 */
const paths = () =>
  new Set(
    [...contract(), ...others()]
      .map((name) => name.split(' ')[1])
      .filter((path) => path !== undefined && path !== '/*'),
  );
const isFile = ({ method, url }: { method: string; url: string }) =>
  method === 'GET' && built().has(decodeURIComponent(url));
const isOfNoCall = (name: string) => !contract().has(name) && !others().includes(name);

describe('Every route of the server', () => {
  it('is a call of the contract, a file of the web app, or an operation without JSON', () => {
    const wrongMethods = (name: string) => paths().has(name.split(' ')[1]);
    expect(
      [...found]
        .filter(([name, route]) => isOfNoCall(name) && !wrongMethods(name) && !isFile(route))
        .map(([name]) => name),
    ).toEqual([]);
  });

  it('that the contract names exists', () => {
    expect([...contract(), ...others()].filter((name) => !found.has(name))).toEqual([]);
  });

  it('at an address of the contract refuses methods that the contract does not name', async () => {
    const refused = [...found].filter(
      ([name]) => isOfNoCall(name) && paths().has(name.split(' ')[1]),
    );
    expect(refused.length).toBeGreaterThan(50);
    for (const [name, { method, url }] of refused) {
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
