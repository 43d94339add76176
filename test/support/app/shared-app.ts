import { keepAliveRequestsTo } from './reused-connections';
import type { RunningApp } from './launch-app';
import type { TestClock } from './test-clock';

interface SharedAppGlobal {
  commonlabSharedApp?: (clock: TestClock | undefined) => Promise<RunningApp>;
}

/**
 * The application that all files of one jest worker share, so that a file starts no server
 * (shared-app-environment.ts starts it). Its tables hold the rows of earlier files, so a test
 * checks only its own people and studies. A file moves the time with `clock.advance`, on its own
 * clock if it passes one; jobs run only when a test runs them. Call `close` in afterAll: it fails
 * if a response to this file did not match the served document, and resets the clock.
 */
export async function sharedApp({ clock }: { clock?: TestClock } = {}): Promise<RunningApp> {
  const { commonlabSharedApp: shared } = globalThis as SharedAppGlobal;
  if (!shared) throw new Error('No application is shared: use jest.config.integration.cjs');
  const run = await shared(clock);
  // Uses the test file's own copy of supertest, because the copy of the worker would not recognise
  // a RegExp of this file.
  return { ...run, http: () => keepAliveRequestsTo(run.url) };
}
