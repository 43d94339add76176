import {
  jsonResponse,
  metricsResponse,
  openOperatorPort,
  type OperatorPort,
} from '../server/platform/observability/operator-port';
import type { Readiness } from '../server/platform/observability/readiness';
import type { MetricsScrape } from '../server/platform/observability/scrape';

export interface MonitoredWorker {
  readiness: Readiness;
  scrape: MetricsScrape;
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
): Promise<OperatorPort> =>
  openOperatorPort(
    new Map([
      ['/health/live', () => Promise.resolve(jsonResponse(200, { status: 'live' }))],
      [
        '/health/ready',
        async () => {
          const parts = { ...(await readiness.check()), relay: isListening() };
          const ready = Object.values(parts).every(Boolean);
          return jsonResponse(ready ? 200 : 503, {
            status: ready ? 'ready' : 'not_ready',
            ...parts,
          });
        },
      ],
      ['/metrics', () => metricsResponse(scrape)],
    ]),
    host,
    port,
  );
