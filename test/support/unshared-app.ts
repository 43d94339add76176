import { startApp } from './app';
import type { RunningApp } from './launch-app';

/**
 * Stands in for shared-app.ts while the wire is recorded: the recorder (wire-recorder.ts) listens
 * inside the test file, so the application must run there.
 */
export const sharedApp = (): Promise<RunningApp> => startApp();
