import 'reflect-metadata';
import { Controller, Get, Module, type Type } from '@nestjs/common';
import { APP_GUARD, NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import { z } from 'zod';
import { anyone, signedIn } from '../../../contracts/base/access';
import type { ServerRoute } from '../../../contracts/base/non-json-operations';
import { endpoint, type EndpointDefinition } from '../../../contracts/base/endpoint';
import { AccessGuard } from '../../../server/access/access.guard';
import { AccessPolicies } from '../../../server/access/access-policies';
import { ApiTokenGate } from '../../../server/access/api-tokens/api-token-gate';
import type { Person } from '../../../server/access/person';
import { StudentBuildersRead } from '../../../server/access/builders.read';
import { PersonRead } from '../../../server/access/person.read';
import { Clock } from '../../../server/platform/concurrency/clock';
import { ErrorFilter } from '../../../server/platform/http/error-filter';
import { Handles } from '../../../server/platform/http/handles';
import { requireContractRoutes } from '../../../server/platform/http/registered-routes';
import { createLog } from '../../../server/platform/observability/log';

const open = endpoint('GET', '/api/open/', {
  summary: 'For anyone',
  access: anyone,
  replies: { 200: z.object({ said: z.string() }) },
});
const closed = endpoint('GET', '/api/closed/', {
  summary: 'For people who are signed in',
  access: signedIn,
  replies: { 200: z.object({ said: z.string() }) },
});

@Controller()
class Known {
  @Handles(open)
  open() {
    return { said: 'open' };
  }

  @Handles(closed)
  closed() {
    return { said: 'closed' };
  }
}

@Controller()
class Forgotten {
  @Get('api/forgotten')
  read() {
    return { said: 'everything' };
  }
}

const ada: Person = {
  account_id: '018f0000-0000-7000-8000-000000000001',
  token_id: '018f0000-0000-7000-8000-000000000002',
  status: 'ACTIVE',
  role: null,
  is_researcher: false,
  researcher_privilege: null,
  language: 'en',
  signed_in_at: new Date(),
  second_factor: false,
  second_factor_missing: false,
};
/** A stand-in for the lookup of accounts by token, which accepts only the token "good". */
const people = { byToken: (token: string) => Promise.resolve(token === 'good' ? ada : undefined) };

const apps: NestFastifyApplication[] = [];
async function start(controllers: Type[], operations?: readonly ServerRoute[]) {
  @Module({
    controllers,
    providers: [
      { provide: PersonRead, useValue: people },
      { provide: ApiTokenGate, useValue: {} },
      { provide: AccessPolicies, useValue: new AccessPolicies([], []) },
      { provide: StudentBuildersRead, useValue: {} },
      Clock,
      { provide: APP_GUARD, useClass: AccessGuard },
    ],
  })
  class Small {}
  const app = await NestFactory.create<NestFastifyApplication>(Small, new FastifyAdapter(), {
    logger: false,
    abortOnError: false,
  });
  apps.push(app);
  app.useGlobalFilters(new ErrorFilter(createLog('silent', 'test')));
  if (operations) requireContractRoutes(app, operations);
  await app.init();
  await app.getHttpAdapter().getInstance().ready();
  return app;
}
afterEach(async () => {
  for (const app of apps.splice(0)) await app.close();
});

const status = async (app: NestFastifyApplication, url: string, authorization?: string) =>
  (await app.inject({ method: 'GET', url, headers: { ...(authorization && { authorization }) } }))
    .statusCode;

/**
 * True if `endpoint()` accepts a definition of the type `D`. The tests write the expected value as
 * a type, so that the compiler compares it.
 */
type Compiles<D> = D extends EndpointDefinition ? true : false;

describe('access without a grant in the contract', () => {
  it('is refused by the compiler: an endpoint must state its access', () => {
    const stated: Compiles<{ summary: string; replies: { 200: null }; access: typeof anyone }> =
      true;
    const silent: Compiles<{ summary: string; replies: { 200: null } }> = false;
    const unheardOf: Compiles<{
      summary: string;
      replies: { 200: null };
      access: { who: 'friend' };
    }> = false;
    expect([stated, silent, unheardOf]).toEqual([true, false, false]);
  });

  it('is refused at boot: a controller method must belong to an endpoint', async () => {
    await expect(start([Known, Forgotten], [open, closed])).rejects.toThrow(
      'GET /api/forgotten is a route that no operation of the contract describes.',
    );
  });

  it('is refused at boot: an endpoint must have a controller method', async () => {
    await expect(start([Forgotten], [open])).rejects.toThrow(
      'GET /api/open/ is served by no route.',
    );
  });

  it('is refused by the guard if the boot check has overlooked a route without an endpoint', async () => {
    const app = await start([Known, Forgotten]);
    expect(await status(app, '/api/forgotten')).toBe(403);
    expect(await status(app, '/api/forgotten', 'Bearer good')).toBe(403);
  });

  it('is possible only for the endpoints that the contract opens to visitors', async () => {
    const app = await start([Known], [open, closed]);
    expect(await status(app, '/api/open')).toBe(200);
    expect(await status(app, '/api/open', 'Bearer bad')).toBe(200);
    expect(await status(app, '/api/closed')).toBe(401);
    expect(await status(app, '/api/closed', 'Bearer bad')).toBe(401);
    expect(await status(app, '/api/closed', 'Bearer good')).toBe(200);
  });
});
