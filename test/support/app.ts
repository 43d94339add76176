import 'reflect-metadata';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import request from 'supertest';
import { DataSource } from 'typeorm';
import { readConfig, type Config } from '../../server/config';
import type { Capabilities } from '../../server/platform/capabilities';
import { Clock } from '../../server/platform/concurrency/clock';
import { createLog, type Logger } from '../../server/platform/observability/log';
import { createServer } from '../../server/start';
import { violation } from './conformance';
import { cloneDatabase, type Engines } from './engines';

/** A clock that tests can set, injected instead of the system clock. */
export class TestClock extends Clock {
  private offsetMs = 0;
  override now(): Date {
    return new Date(Date.now() + this.offsetMs);
  }
  /** Advances by so many milliseconds; only code that reads this clock notices. */
  advance(ms: number): void {
    this.offsetMs += ms;
  }
}

export interface StartOptions {
  environment?: Record<string, string>;
  /** The engines of a running server: starts a second server on them. */
  engines?: Engines;
  clock?: TestClock;
  /** Replaces the logger that the environment configures. */
  log?: Logger;
  /** The product's own, unless a test adds a capability. */
  capabilities?: Capabilities;
  /** Reads every response as it is sent. */
  onAnswer?: (payload: unknown) => void;
}

export interface RunningApp {
  app: NestFastifyApplication;
  config: Config;
  clock: TestClock;
  source: DataSource;
  engines: Engines;
  /** `http://127.0.0.1:port` */
  url: string;
  http: () => ReturnType<typeof request>;
  close(): Promise<void>;
}

export const configFor = (engines: Engines, environment: Record<string, string> = {}): Config =>
  readConfig({
    PORT: '0',
    HOST: '127.0.0.1',
    DATABASE_URL: engines.databaseUrl,
    MIGRATION_DATABASE_URL: engines.migrationDatabaseUrl,
    ...(engines.redisUrl && { REDIS_URL: engines.redisUrl }),
    SMTP_URL: 'smtp://127.0.0.1:1',
    SECRET_KEY: 'test-secret-test-secret-test-secret-test',
    LOG_LEVEL: process.env.TEST_LOG ?? 'silent',
    RATE_LIMITS: 'off',
    ADMIN_SECOND_FACTOR: 'optional',
    PUBLIC_WEB_URL: 'http://web.test:5173',
    PUBLIC_API_URL: 'http://127.0.0.1:3000',
    ...environment,
  });

/**
 * The real application on its own database, listening on a free port. Close it in afterAll: closing
 * fails if a response did not match the served OpenAPI document.
 */
export async function startApp({
  environment,
  engines: given,
  clock = new TestClock(),
  log: givenLog,
  capabilities,
  onAnswer,
}: StartOptions = {}): Promise<RunningApp> {
  const engines = given ?? (await cloneDatabase());
  const config = configFor(engines, environment);
  const log = givenLog ?? createLog(config.logLevel, 'test');
  const app = await createServer(config, log, clock, capabilities);
  const violations: string[] = [];
  app
    .getHttpAdapter()
    .getInstance()
    .addHook('onSend', (request, reply, payload, done) => {
      const wrong = violation(request, reply, payload);
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
    source: app.get(DataSource),
    http: () => request(url),
    async close() {
      await app.close();
      if (!given) await engines.drop();
      if (violations.length > 0)
        throw new Error(
          `answers that the document does not allow:\n${[...new Set(violations)].join('\n')}`,
        );
    },
  };
}
