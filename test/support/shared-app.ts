import { callsTo } from './kept-connections';
import type { RunningApp } from './launch-app';

interface SharedAppGlobal {
  commonlabSharedApp?: () => Promise<RunningApp>;
}

/**
 * The application that all files of one worker of jest share, so that a file loads no server
 * (shared-app-environment.ts starts it). Its tables hold the rows of the files before: a test looks
 * at its own people and studies only. `close` fails if a response to this file did not match the
 * served document, and sets the clock back; call it in afterAll.
 */
export async function sharedApp(): Promise<RunningApp> {
  const { commonlabSharedApp: shared } = globalThis as SharedAppGlobal;
  if (!shared) throw new Error('No application is shared: use jest.config.integration.cjs');
  const run = await shared();
  // supertest of this file: the worker's would not know this file's RegExp as one.
  return { ...run, http: () => callsTo(run.url) };
}
