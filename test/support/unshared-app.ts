import { startApp } from './app';
import type { RunningApp } from './launch-app';
import type { TestClock } from './test-clock';

/**
 * Stands in for shared-app.ts while the wire is recorded: the recorder (wire-recorder.ts) listens
 * inside the test file, so the application must run there.
 */
export const sharedApp = (options?: { clock?: TestClock }): Promise<RunningApp> =>
  startApp(options);
