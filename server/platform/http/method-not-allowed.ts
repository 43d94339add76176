import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { ServerRoute } from '../../../contracts/base/non-json-operations';
import { DomainError } from '../errors/errors';
import { routePath } from './operation';
import type { HttpReply, HttpRequest } from './request';

/**
 * The methods that are checked. OPTIONS is missing, since every address answers it (see
 * `tellMethods`).
 */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;
type Method = (typeof methods)[number];

/**
 * Answers 405, before the body is read, if an address of the contract does not support the
 * request's method. The response lists the methods that the address supports (RFC 9110, 15.5.6).
 * Call it before `listen`.
 * @param operations all operations of the contract, including those whose responses are not JSON
 */
export function answerMethodNotAllowed(
  app: NestFastifyApplication,
  operations: readonly ServerRoute[],
): void {
  const fastify = app.getHttpAdapter().getInstance();
  const taken = new Map<string, Method[]>();
  for (const operation of operations) {
    // The page of the web app is left out, because its route matches every address outside of the
    // API.
    if (operation.path === '*' || 'ofWebApp' in operation) continue;
    const method = operation.method.toUpperCase() as Method;
    const own = taken.get(operation.path) ?? [];
    taken.set(operation.path, [...own, method, ...(method === 'GET' ? ['HEAD' as const] : [])]);
  }
  tellMethods(app, taken);
  for (const [path, allowed] of taken) {
    const others = methods.filter((method) => !allowed.includes(method));
    const allow = [...allowed].sort().join(', ');
    fastify.route({
      method: others,
      config: { methodNotAllowed: true },
      url: routePath(path),
      onRequest: (_: HttpRequest, reply: HttpReply, done: (error: Error) => void) => {
        void reply.header('Allow', allow);
        done(new DomainError('method_not_allowed'));
      },
      handler: () => undefined,
    });
  }
}

/** Adds to each response to OPTIONS the methods that the address supports (RFC 9110, 9.3.7). */
function tellMethods(
  app: NestFastifyApplication,
  taken: ReadonlyMap<string, readonly Method[]>,
): void {
  const patterns = [...taken]
    .map(([path, allowed]) => ({
      pattern: new RegExp(
        `^${path
          .replace(/\{\w+\}/g, '[^/]+')
          .replace(/\*$/, '.*')
          .replace(/\/$/, '/?')}$`,
      ),
      allow: ['OPTIONS', ...allowed].sort().join(', '),
      named: path.includes('{'),
    }))
    // An address without parameters takes precedence over one with a parameter.
    .sort((a, b) => Number(a.named) - Number(b.named));
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request: HttpRequest, reply: HttpReply, _payload, done) => {
      if (request.method === 'OPTIONS') {
        const path = request.url.split('?', 1)[0] ?? '';
        const found = patterns.find(({ pattern }) => pattern.test(path));
        if (found) void reply.header('Allow', found.allow);
      }
      done();
    });
}
