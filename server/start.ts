import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { DataSource } from 'typeorm';
import { AppModule } from './app';
import type { Config } from './config';
import { capabilities as product } from './contexts';
import type { Capabilities } from './platform/context/capabilities';
import { OperatorFacts } from './operator/operator-facts';
import {
  metricsResponse,
  openOperatorPort,
  type OperatorPort,
} from './platform/observability/operator-port';
import { MetricsScrape } from './platform/observability/scrape';
import { LiveAdapter } from './live/live.adapter';
import type { Clock } from './platform/concurrency/clock';
import { createHttpApp } from './platform/http/http';
import type { Logger } from './platform/observability/log';
import { serveWebApp } from './platform/http/files/web-app';
import { answerMethodNotAllowed } from './platform/http/method-not-allowed';
import { requireKnownSecretKeys } from './platform/security/require-secrets';
import { Secrets } from './platform/security/secrets';
import { requireContractRoutes } from './platform/http/registered-routes';

/**
 * Creates the complete server, both for the program and for tests: API, live updates and the pages
 * of the web app. It does not listen yet.
 */
export async function createServer(
  config: Config,
  log: Logger,
  clock?: Clock,
  capabilities: Capabilities = product,
): Promise<NestFastifyApplication> {
  const app = await createHttpApp(
    await AppModule.for(config, log, capabilities, clock),
    config,
    log,
  );
  await requireKnownSecretKeys(app.get(DataSource), app.get(Secrets)).catch(
    async (error: unknown) => {
      await app.close();
      throw error;
    },
  );
  requireContractRoutes(app, capabilities.operations);
  app.useWebSocketAdapter(new LiveAdapter(app, config));
  const operator = app.get(OperatorFacts, { strict: false });
  await serveWebApp(app, config, () => ({ OPERATOR: JSON.stringify(operator.get()) }));
  answerMethodNotAllowed(app, capabilities.operations);
  return app;
}

/**
 * Serves `/metrics` on METRICS_PORT, if that is set. The public port does not serve this path, so
 * the proxy needs no rule to hide it.
 */
export function openMetricsPort(
  app: Pick<NestFastifyApplication, 'get'>,
  { metricsPort, metricsHost }: Pick<Config, 'metricsPort' | 'metricsHost'>,
): Promise<OperatorPort> | undefined {
  if (metricsPort === undefined) return undefined;
  const scrape = app.get(MetricsScrape, { strict: false });
  return openOperatorPort(
    new Map([['/metrics', () => metricsResponse(scrape)]]),
    metricsHost,
    metricsPort,
  );
}
