import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { readConfig, type Config } from '../../../server/config';
import { capabilities } from '../../../server/contexts';
import { openApi } from '../../../server/platform/http/openapi';
import { createLog } from '../../../server/platform/observability/log';
import { createServer } from '../../../server/start';
import type { TestDatabases } from '../engines/engines';
import {
  testAppEnvironment,
  launchApp,
  type SeparateApp,
  type AppPrograms,
  type StartOptions,
} from './launch-app';

export type { SeparateApp, RunningApp, StartOptions } from './launch-app';
export { TestClock } from './test-clock';

const sources: AppPrograms = {
  readConfig,
  createLog,
  createServer,
  openApi,
  capabilities,
  DataSource,
};

export const configFor = (
  engines: TestDatabases,
  environment: Record<string, string> = {},
): Config => readConfig({ ...testAppEnvironment(engines), ...environment });

/**
 * Starts an application for this file alone, on a new database, or on the databases of a running
 * application (`engines`). Close the application in afterAll.
 *
 * The start takes about a second. A file needs its own application only for a special environment
 * or log, for workers, or for empty tables. All other files use `sharedApp` (shared-app.ts), whose
 * clock they may move.
 */
export const startApp = (options: StartOptions = {}): Promise<SeparateApp> =>
  launchApp(sources, options);
