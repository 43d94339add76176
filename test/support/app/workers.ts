import type { Capabilities } from '../../../server/platform/context/capabilities';
import { createLog, type Logger } from '../../../server/platform/observability/log';
import { startWorkers, type RunningWorkers } from '../../../workers/start';
import { configFor, type RunningApp } from './app';

export interface WorkersOptions {
  environment?: Record<string, string>;
  sweepAfterMs?: number;
  log?: Logger;
  capabilities?: Capabilities;
}

/** Starts relay, consumers and scheduler in this process, on the same databases as the app. */
export const startTestWorkers = (
  run: RunningApp,
  { environment, sweepAfterMs, log, capabilities }: WorkersOptions = {},
): Promise<RunningWorkers> => {
  const config = configFor(run.engines, { SMTP_URL: run.config.smtpUrl, ...environment });
  return startWorkers(
    config,
    log ?? createLog(config.logLevel, 'test-workers'),
    run.clock,
    sweepAfterMs,
    capabilities,
  );
};
