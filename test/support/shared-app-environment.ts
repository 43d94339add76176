import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { TestEnvironment } from 'jest-environment-node';
import { program } from '../../scripts/lib/paths.mjs';
import { sharedEngines } from './engines';
import {
  launchApp,
  refuseViolations,
  type OwnApp,
  type Programs,
  type RunningApp,
} from './launch-app';
import { TestClock } from './test-clock';

/** The compiled programs: jest's registry of modules is of one file only, Node's of the worker. */
function compiledPrograms(): Programs {
  if (!existsSync(program('server/start')))
    throw new Error('The programs are not built: npm run build');
  const load = createRequire(program('server/start'));
  return {
    ...(load('./config.js') as Pick<Programs, 'readConfig'>),
    ...(load('./platform/observability/log.js') as Pick<Programs, 'createLog'>),
    ...(load('./start.js') as Pick<Programs, 'createServer'>),
    ...(load('./platform/http/openapi.js') as Pick<Programs, 'openApi'>),
    ...(load('./contexts.js') as Pick<Programs, 'capabilities'>),
    ...(load('typeorm') as Pick<Programs, 'DataSource'>),
  };
}

interface Provided {
  providers: Map<unknown, unknown>;
}

/**
 * A test file has classes of its own, equal by name only: the shared application is asked for its
 * class of that name.
 */
function getByName(app: NestFastifyApplication, modules: Iterable<Provided>) {
  const classes = new Map<string, unknown[]>();
  for (const { providers } of modules)
    for (const token of providers.keys())
      if (typeof token === 'function')
        classes.set(token.name, [...new Set([...(classes.get(token.name) ?? []), token])]);
  return (asked: unknown): unknown => {
    const name = typeof asked === 'function' ? asked.name : String(asked);
    const found = typeof asked === 'function' ? (classes.get(name) ?? []) : [asked];
    if (found.length !== 1)
      throw new Error(`${found.length} providers of the shared application are called ${name}`);
    return app.get(found[0] as string, { strict: false });
  };
}

interface Shared {
  own: OwnApp;
  run: RunningApp;
}
let started: Promise<Shared> | undefined;

async function start(): Promise<Shared> {
  const programs = compiledPrograms();
  const violations: string[] = [];
  const engines = await sharedEngines();
  const clock = new TestClock();
  const own = await launchApp(programs, { engines, clock }, violations);
  endWithWorker(own);
  const load = createRequire(program('server/start'));
  const { ModulesContainer } = load('@nestjs/core') as typeof import('@nestjs/core');
  const get = getByName(own.app, own.app.get(ModulesContainer).values());
  const run: RunningApp = {
    ...own,
    app: { get: get as NestFastifyApplication['get'], inject: own.app.inject.bind(own.app) },
    close() {
      clock.reset();
      refuseViolations(violations);
      return Promise.resolve();
    },
  };
  return { own, run };
}

/** What jest's parent tells a worker after its last file. */
const END = 2;

/**
 * Jest does not say which file is the last one of a worker. A worker process of its own ends with
 * the parent's message; in the parent process (one worker) the global teardown closes it.
 */
function endWithWorker(own: OwnApp): void {
  if (!process.send) {
    (globalThis as { commonlabCloseSharedApp?: () => Promise<void> }).commonlabCloseSharedApp =
      () => own.app.close();
    return;
  }
  process.on('message', (message) => {
    if (Array.isArray(message) && message[0] === END) setImmediate(() => process.exit());
  });
}

/** Gives test files the application of their worker (shared-app.ts). It starts at the first use. */
export default class SharedAppEnvironment extends TestEnvironment {
  override async setup(): Promise<void> {
    await super.setup();
    this.global.commonlabSharedApp = async () => (await (started ??= start())).run;
  }
}
