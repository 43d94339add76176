import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { Endpoint, Method } from '../../contracts/endpoint';
import { DomainError } from './errors';
import type { HttpReply, HttpRequest } from './request';

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** A known address with another method answers 405 and names those it takes (RFC 9110, 15.5.6). Call it before `listen`. */
export function refuseWrongMethods(app: NestFastifyApplication, endpoints: readonly Endpoint[]): void {
  const fastify = app.getHttpAdapter().getInstance();
  const taken = new Map<string, Method[]>();
  for (const { path, method } of endpoints) taken.set(path, [...(taken.get(path) ?? []), method]);
  for (const [path, allowed] of taken) {
    const others = methods.filter((method) => !allowed.includes(method));
    if (others.length === 0) continue;
    const allow = [...allowed].sort().join(', ');
    fastify.route({
      method: others,
      url: path.replace(/\{(\w+)\}/g, ':$1'),
      handler: (_: HttpRequest, reply: HttpReply) => {
        void reply.header('Allow', allow);
        throw new DomainError('method_not_allowed');
      },
    });
  }
}
