import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import helmet from '@fastify/helmet';
import fastifyStatic from '@fastify/static';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { runnerPage, webAppFile, webAppPage } from '../../../../contracts/base/non-json-operations';
import type { Config } from '../../../config';
import { DomainError } from '../../errors/errors';
import type { HttpReply, HttpRequest } from '../request';
import { routePath } from '../operation';
import {
  pagePermissionsPolicy,
  pageSecurityPolicies,
  runnerPermissionsPolicy,
  runnerSecurityPolicies,
} from './web-app-policies';

/**
 * The folder of the built web app: next to the compiled server, or, for tests that run the sources, in the build
 * folder.
 */
const builtWeb = [
  resolve(__dirname, '../../../../web'),
  resolve(__dirname, '../../../../dist/web'),
].find((dir) => existsSync(join(dir, 'assets')));

const year = 31_536_000;
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, (c) => `&#${c.charCodeAt(0)};`);

/**
 * Files whose name contains the hash of their content never change. Browsers must revalidate all
 * other files.
 */
const cacheControl = (path: string) =>
  path.includes('/assets/') ? `public, max-age=${year}, immutable` : 'no-cache';

/**
 * Whether a path may be a page of the web app, and is neither a missing file nor an unknown API
 * path.
 */
const isPage = ({ url, headers }: HttpRequest) => {
  const path = url.split('?', 1)[0] ?? '';
  if (/^\/(api|assets|s|socket\.io|health|metrics)(\/|$)/.test(path) || /\.\w{1,8}$/.test(path))
    return false;
  return /text\/html|\*\/\*/.test(headers.accept ?? '*/*');
};

/**
 * Serves the built web app: its files, and its page at every other path, so that each address of the app can
 * be opened and reloaded. Call it before `listen`. Where the web app was not built, the API is served alone.
 * @param facts returns further values for the placeholders `__NAME__` of the page; called for each request
 * @param root folder of the build
 */
export async function serveWebApp(
  app: NestFastifyApplication,
  config: Config,
  facts: () => Readonly<Record<string, string>> = () => ({}),
  root = builtWeb,
): Promise<void> {
  if (!root) return;
  const template = await readFile(join(root, 'index.html'), 'utf8');
  const fixed: Record<string, string> = {
    API_URL: config.publicApiUrl === config.publicWebUrl ? '' : config.publicApiUrl,
    REGION: config.region,
    COOKIE_DOMAIN: config.cookieDomain ?? '',
    DEMO: config.demo ? '1' : '',
    OPERATOR: '',
  };
  const page = (nonce: string) => {
    const values = { ...fixed, ...facts() };
    return template.replace(/__([A-Z_]+)__/g, (mark, name: string) =>
      name === 'CSP_NONCE' ? nonce : name in values ? escapeHtml(values[name] ?? '') : mark,
    );
  };

  const fastify = app.getHttpAdapter().getInstance();
  await fastify.register(helmet, { global: false });
  // The plugin registers a route for each file; all of them belong to the same operation of the
  // contract.
  let registersFiles = true;
  fastify.addHook('onRoute', (route) => {
    if (registersFiles) route.config = { ...route.config, operation: webAppFile };
  });
  await fastify.register(fastifyStatic, {
    root,
    wildcard: false,
    index: false,
    preCompressed: true,
    globIgnore: ['index.html*', 'run.html*', '**/*.br', '**/*.gz', '**/*.map'],
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('Cache-Control', cacheControl(path)),
  });
  registersFiles = false;
  await serveRunner(fastify, config, root);
  const served = { config: { operation: webAppPage } };
  fastify.get('/*', served, async (request: HttpRequest, reply: HttpReply) => {
    if (!isPage(request)) throw new DomainError('not_found');
    const nonce = randomBytes(16).toString('base64');
    // The types of @fastify/helmet claim that it returns helmet's factory. It sets the headers, and
    // its result is of no use.
    await (reply.helmet(pageSecurityPolicies(config, nonce)) as unknown as Promise<void>);
    void reply
      .header('Cache-Control', 'no-store')
      .header('Permissions-Policy', pagePermissionsPolicy(request.url));
    return reply.type('text/html; charset=utf-8').send(page(nonce));
  });
}

/** Serves the page around a study, if the build contains it. */
async function serveRunner(
  fastify: ReturnType<ReturnType<NestFastifyApplication['getHttpAdapter']>['getInstance']>,
  config: Config,
  root: string,
): Promise<void> {
  const page = join(root, 'run.html');
  if (!existsSync(page)) return;
  const apiUrl = config.publicApiUrl === config.publicWebUrl ? '' : config.publicApiUrl;
  const runner = (await readFile(page, 'utf8')).replace('__API_URL__', escapeHtml(apiUrl));
  fastify.get(
    routePath(runnerPage.path),
    { config: { operation: runnerPage } },
    async (_request: HttpRequest, reply: HttpReply) => {
      await (reply.helmet(runnerSecurityPolicies(config)) as unknown as Promise<void>);
      void reply
        .header('Cache-Control', 'no-store')
        .header('Permissions-Policy', runnerPermissionsPolicy(config));
      return reply.type('text/html; charset=utf-8').send(runner);
    },
  );
}
