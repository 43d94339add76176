import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';
import { programPath } from '../../../scripts/lib/paths.mjs';
import { endingContexts } from '../../../scripts/jest/ended-contexts.cjs';
import { addSpent, processorTime } from '../../../scripts/jest/processor-time.cjs';
import { sharedTestDatabases } from '../engines/engines';
import { guardDueConditions } from './due-guard';
import {
  contractCheckOfPrograms,
  launchApp,
  throwContractViolations,
  type SeparateApp,
  type AppPrograms,
  type RunningApp,
} from './launch-app';
import { LazySharedValue } from './started-once';
import { FollowingClock, type TestClock } from './test-clock';

/**
 * Loads the compiled programs by the `require` of Node.js, not by that of jest. So all test files
 * of this worker share one copy.
 */
const compiled = createRequire(programPath('server/start'));

function compiledPrograms(): AppPrograms {
  if (!existsSync(programPath('server/start')))
    throw new Error('The programs are not built: npm run build');
  return {
    ...(compiled('./config.js') as Pick<AppPrograms, 'readConfig'>),
    ...(compiled('./platform/observability/log.js') as Pick<AppPrograms, 'createLog'>),
    ...(compiled('./start.js') as Pick<AppPrograms, 'createServer'>),
    ...(compiled('./platform/http/openapi.js') as Pick<AppPrograms, 'openApi'>),
    ...(compiled('./contexts.js') as Pick<AppPrograms, 'capabilities'>),
    ...(compiled('typeorm') as Pick<AppPrograms, 'DataSource'>),
  };
}

interface Shared {
  /**
   * Returns the shared application for one file, with the clock of the file or of the application.
   */
  of(clock: TestClock | undefined): RunningApp;
  clock: TestClock;
}
async function start(): Promise<Shared> {
  const programs = compiledPrograms();
  const violations: string[] = [];
  const engines = await sharedTestDatabases();
  const clock = new FollowingClock();
  const own = await launchApp(programs, { engines, clock }, violations);
  endWithWorker(own);
  const close = () => {
    clock.reset();
    throwContractViolations(violations);
    return Promise.resolve();
  };
  const of = (ofFile: TestClock | undefined) => {
    if (ofFile) clock.follow(ofFile);
    return { ...own, clock: ofFile ?? clock, close };
  };
  return { of, clock };
}

const sharedOnce = new LazySharedValue(start);

/** The message that jest's parent process sends to a worker after its last file. */
const END = 2;

/**
 * Ends the shared application with its jest worker, since jest does not say which file is the last
 * one of a worker. A separate worker process exits at the message `END`. If the only worker is the
 * parent process, the global teardown closes the application.
 */
function endWithWorker(own: SeparateApp): void {
  if (!process.send) {
    (globalThis as { commonlabCloseSharedApp?: () => Promise<void> }).commonlabCloseSharedApp =
      () => own.app.close();
    return;
  }
  process.on('message', (message) => {
    if (Array.isArray(message) && message[0] === END) setImmediate(() => process.exit());
  });
}

/**
 * Global classes that the programs compare by `instanceof` or change. They are shared with the test
 * file, which would otherwise have different classes of the same names.
 */
const shared = ['Reflect', 'Date', 'Error', 'TypeError', 'Map', 'Set', 'Promise'] as const;

/**
 * Gives test files the programs and the application of their worker (scripts/jest/compiled.cjs,
 * shared-app.ts). The application starts at the first use.
 */
export default class SharedAppEnvironment extends endingContexts(TestEnvironment) {
  private readonly file: string;
  private readonly before = processorTime();

  constructor(...args: ConstructorParameters<typeof TestEnvironment>) {
    super(...args);
    this.file = args[1].testPath;
  }

  override async setup(): Promise<void> {
    await super.setup();
    for (const name of shared) this.global[name] = globalThis[name] as never;
    this.global.commonlabHost = globalThis;
    this.global.commonlabCompiled = (file: string) => guardDueConditions<unknown>(compiled(file));
    this.global.commonlabCheckOf = contractCheckOfPrograms;
    this.global.commonlabSharedApp = async (clock: TestClock | undefined) =>
      (await sharedOnce.get()).of(clock);
    // The test file uses the `fetch` of the programs, so a redirection (providers/reroute-fetch.ts)
    // applies to both.
    this.global.fetch = (input, init) => fetch(input, init);
  }

  /** Resets the clock even after a file that failed before it could close the application. */
  override async teardown(): Promise<void> {
    (await sharedOnce.started())?.clock.reset();
    await super.teardown();
    addSpent(this.file, processorTime() - this.before);
  }
}
