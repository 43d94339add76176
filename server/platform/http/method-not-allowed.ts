import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Operation } from '../../../contracts/base/non-json-operations';
import { DomainError } from '../errors/errors';
import { routePath } from './operation';
import type { HttpReply, HttpRequest } from './request';

/** OPTIONS is answered at every address, see `tellMethods`. */
const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'TRACE'] as const;
type Method = (typeof methods)[number];

/**
 * A known address answers 405 to a method that it does not support, and lists those it does (RFC
 * 9110, 15.5.6), before it reads a body. Call it before `listen`.
 * @param operations of the contract, those without JSON among them
 */
export function answerMethodNotAllowed(
  app: NestFastifyApplication,
  operations: readonly Operation[],
): void {
  const fastify = app.getHttpAdapter().getInstance();
  const taken = new Map<string, Method[]>();
  for (const operation of operations) {
    // The web app's page answers at every address that is not one of the API's.
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

/** OPTIONS also lists the methods of an address (RFC 9110, 9.3.7). */
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
    // A literal path takes precedence over one with a parameter.
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
