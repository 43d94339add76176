import { startApp } from './app/app';
import type { RunningApp } from './app/launch-app';
import type { TestClock } from './app/test-clock';

/**
 * Stands in for shared-app.ts while the wire is recorded: the recorder (wire-recorder.ts) listens
 * inside the test file, so the application must run there.
 */
export const sharedApp = (options?: { clock?: TestClock }): Promise<RunningApp> =>
  startApp(options);
