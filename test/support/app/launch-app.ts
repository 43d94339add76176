import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type request from 'supertest';
import type { DataSource } from 'typeorm';
import { kindOfHost } from '../../../server/environment/study-origin.rule';
import type { Config } from '../../../server/config';
import type { Capabilities } from '../../../server/platform/context/capabilities';
import type { Logger } from '../../../server/platform/observability/log';
import { contractCheckOf, type ContractCheck } from './conformance';
import { decompressBody } from '../files/unpacked';
import { keepAliveRequestsTo } from './reused-connections';
import { cloneDatabase, type TestDatabases } from '../engines/engines';
import { TestClock } from './test-clock';

export interface StartOptions {
  environment?: Record<string, string>;
  /** The databases of a running server, to which a second server then connects. */
  engines?: TestDatabases;
  clock?: TestClock;
  /** Replaces the logger that the environment configures. */
  log?: Logger;
  /** By default, the capabilities of the product; a test may add one. */
  capabilities?: Capabilities;
  /** Called with the body of every response, as it is sent. */
  onAnswer?: (payload: unknown) => void;
  /**
   * Changes an answer before it is sent: for tests that add a fault on purpose and must find it.
   */
  change?: ((answer: PendingAnswer) => Promise<Buffer | string | undefined>) | undefined;
}
/** A response that is about to be sent, with its request. */
export interface PendingAnswer {
  readonly method: string;
  readonly path: string;
  readonly query: Readonly<Record<string, string | undefined>>;
  readonly body: unknown;
  readonly payload: string;
  readonly source: DataSource;
  readonly reply: { code(status: number): unknown; header(name: string, value: string): unknown };
}

export interface RunningApp {
  app: Pick<NestFastifyApplication, 'get' | 'inject'>;
  config: Config;
  clock: TestClock;
  source: DataSource;
  engines: TestDatabases;
  /** `http://127.0.0.1:port` */
  url: string;
  http: () => ReturnType<typeof request>;
  /** Fails if a response since the start did not match the served OpenAPI document. */
  close(): Promise<void>;
}
export interface SeparateApp extends RunningApp {
  app: NestFastifyApplication;
}

/** @throws Error that lists the violations, each of them once */
export function throwContractViolations(violations: string[]): void {
  if (violations.length === 0) return;
  const told = [...new Set(violations)].join('\n');
  violations.length = 0;
  throw new Error(`answers that the document does not allow:\n${told}`);
}

const checks = new WeakMap<object, ContractCheck>();
/**
 * Compiles the check of responses against the OpenAPI document of the programs. That takes about as
 * long as starting the application, so each worker of jest does it once for all of its files
 * (shared-app-environment.ts).
 */
export function contractCheckOfPrograms({
  capabilities: { endpoints },
  openApi,
}: AppPrograms): ContractCheck {
  const check =
    checks.get(endpoints) ??
    contractCheckOf(endpoints, openApi(endpoints, { title: 'Commonlab', version: 'test' }));
  checks.set(endpoints, check);
  return check;
}
const { commonlabCheckOf = contractCheckOfPrograms } = globalThis as {
  commonlabCheckOf?: typeof contractCheckOfPrograms;
};

/**
 * The code that starts an application: either the sources that a test file imports, or the compiled
 * programs that a worker of jest loads (shared-app-environment.ts).
 */
export interface AppPrograms {
  readConfig: typeof import('../../../server/config').readConfig;
  createLog: typeof import('../../../server/platform/observability/log').createLog;
  createServer: typeof import('../../../server/start').createServer;
  openApi: typeof import('../../../server/platform/http/openapi').openApi;
  capabilities: Capabilities;
  DataSource: typeof import('typeorm').DataSource;
}

/** Returns the environment variables of a test's application, as an installation would set them. */
export const testAppEnvironment = (engines: TestDatabases): Record<string, string> => ({
  PORT: '0',
  HOST: '127.0.0.1',
  DATABASE_URL: engines.databaseUrl,
  MIGRATION_DATABASE_URL: engines.migrationDatabaseUrl,
  ...(engines.redisUrl && { REDIS_URL: engines.redisUrl }),
  SMTP_URL: 'smtp://127.0.0.1:1',
  DATA_DIR: engines.dataDir,
  SECRET_KEY: 'test-secret-test-secret-test-secret-test',
  LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
  RATE_LIMITS: 'off',
  ADMIN_SECOND_FACTOR: 'optional',
  PUBLIC_WEB_URL: 'http://web.test:5173',
  PUBLIC_API_URL: 'http://127.0.0.1:3000',
});

/** Starts the real application on a free port. Every response is checked as it is sent. */
export async function launchApp(
  programs: AppPrograms,
  {
    environment,
    engines: given,
    clock = new TestClock(),
    onAnswer,
    change,
    ...options
  }: StartOptions,
  violations: string[] = [],
): Promise<SeparateApp> {
  const engines = given ?? (await cloneDatabase());
  const config = programs.readConfig({ ...testAppEnvironment(engines), ...environment });
  const log = options.log ?? programs.createLog(config.logLevel, 'test');
  const app = await programs.createServer(config, log, clock, options.capabilities);
  const violation = commonlabCheckOf(programs);
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request, reply, sent, done) => {
      if (!change || typeof sent !== 'string') return done(null, sent);
      const [path = '', search] = request.url.split('?');
      const { method, body } = request;
      change({
        method,
        path,
        query: Object.fromEntries(new URLSearchParams(search)),
        body,
        payload: sent,
        source: app.get(programs.DataSource),
        reply,
      }).then((changed) => {
        if (changed !== undefined) reply.header('content-length', Buffer.byteLength(changed));
        done(null, changed ?? sent);
      }, done);
    })
    .addHook('onSend', (request, reply, sent, done) => {
      const payload = Buffer.isBuffer(sent)
        ? decompressBody(sent, reply.getHeader('content-encoding'))
        : sent;
      // Responses from the hosts of studies are not in the OpenAPI document, so they are not
      // checked.
      const isElsewhere =
        config.studyOrigin && kindOfHost(config.studyOrigin, request.headers.host ?? '') !== 'app';
      const wrong = isElsewhere ? undefined : violation(request, reply, payload);
      if (wrong) violations.push(wrong);
      onAnswer?.(payload);
      done();
    });
  await app.listen(0, '127.0.0.1');
  const url = await app.getUrl();
  return {
    app,
    config,
    clock,
    engines,
    url,
    source: app.get(programs.DataSource),
    http: () => keepAliveRequestsTo(url),
    async close() {
      await app.close();
      if (!given) await engines.drop();
      throwContractViolations(violations);
    },
  };
}
