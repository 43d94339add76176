import {
  jsonAnswer,
  metricsAnswer,
  openOwnPort,
  type OwnPort,
} from '../server/platform/observability/own-port';
import type { Readiness } from '../server/platform/observability/readiness';
import type { Scrape } from '../server/platform/observability/scrape';

export interface MonitoredWorker {
  readiness: Readiness;
  scrape: Scrape;
  /**
   * Whether the relay gets notifications of new events. If not, new events wait until the schedule
   * polls for them.
   */
  isListening: () => boolean;
}

/**
 * Serves `/health/live`, `/health/ready` and `/metrics` of a workers process, and no other paths.
 */
export const startMonitoring = (
  { readiness, scrape, isListening }: MonitoredWorker,
  host: string,
  port: number,
): Promise<OwnPort> =>
  openOwnPort(
    new Map([
      ['/health/live', () => Promise.resolve(jsonAnswer(200, { status: 'live' }))],
      [
        '/health/ready',
        async () => {
          const parts = { ...(await readiness.check()), relay: isListening() };
          const ready = Object.values(parts).every(Boolean);
          return jsonAnswer(ready ? 200 : 503, { status: ready ? 'ready' : 'not_ready', ...parts });
        },
      ],
      ['/metrics', () => metricsAnswer(scrape)],
    ]),
    host,
    port,
  );
