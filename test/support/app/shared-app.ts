import { callsTo } from './kept-connections';
import type { RunningApp } from './launch-app';
import type { TestClock } from './test-clock';

interface SharedAppGlobal {
  commonlabSharedApp?: (clock: TestClock | undefined) => Promise<RunningApp>;
}

/**
 * The application that all files of one worker of jest share, so that a file loads no server
 * (shared-app-environment.ts starts it). Its tables hold the rows of the files before: a test looks
 * at its own people and studies only. A file moves the time by `clock.advance`, of its own clock where it
 * gives one; jobs run only where a test runs them. `close` fails if a response to this file did not match the
 * served document, and sets the clock back; call it in afterAll.
 */
export async function sharedApp({ clock }: { clock?: TestClock } = {}): Promise<RunningApp> {
  const { commonlabSharedApp: shared } = globalThis as SharedAppGlobal;
  if (!shared) throw new Error('No application is shared: use jest.config.integration.cjs');
  const run = await shared(clock);
  // supertest of this file: the worker's would not know this file's RegExp as one.
  return { ...run, http: () => callsTo(run.url) };
}
