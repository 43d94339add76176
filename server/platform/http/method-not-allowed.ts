import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Endpoint, Method } from '../../../contracts/base/endpoint';
import { DomainError } from './errors';
import { routePath } from './operation';
import type { HttpReply, HttpRequest } from './request';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/**
 * A known address answers 405 to a method that it does not support, and lists those it does (RFC
 * 9110, 15.5.6). Call it before `listen`.
 */
export function answerMethodNotAllowed(
  app: NestFastifyApplication,
  endpoints: readonly Endpoint[],
): void {
  const fastify = app.getHttpAdapter().getInstance();
  const taken = new Map<string, Method[]>();
  for (const { path, method } of endpoints) taken.set(path, [...(taken.get(path) ?? []), method]);
  tellMethods(app, taken);
  for (const [path, allowed] of taken) {
    const others = methods.filter((method) => !allowed.includes(method));
    if (others.length === 0) continue;
    const allow = [...allowed].sort().join(', ');
    fastify.route({
      method: others,
      config: { methodNotAllowed: true },
      url: routePath(path),
      handler: (_: HttpRequest, reply: HttpReply) => {
        void reply.header('Allow', allow);
        throw new DomainError('method_not_allowed');
      },
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
      pattern: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}?$`),
      allow: ['OPTIONS', ...allowed].sort().join(', '),
      named: path.includes('{'),
    }))
    // a literal path before one with a parameter
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
