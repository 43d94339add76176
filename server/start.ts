import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { AppModule } from './app';
import type { Config } from './config';
import { capabilities as product } from './contexts';
import type { Capabilities } from './platform/capabilities';
import { LiveAdapter } from './live/live.adapter';
import type { Clock } from './platform/concurrency/clock';
import { createHttpApp } from './platform/http/http';
import type { Logger } from './platform/observability/log';
import { serveWebApp } from './platform/http/web-app';
import { answerMethodNotAllowed } from './platform/http/method-not-allowed';
import { requireContract } from './platform/http/registered-routes';

/**
 * The complete server, the same for main and the tests: API, live updates and the web app's pages;
 * not yet listening.
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
  requireContract(app, capabilities.operations);
  app.useWebSocketAdapter(new LiveAdapter(app, config));
  await serveWebApp(app, config);
  answerMethodNotAllowed(app, capabilities.endpoints);
  return app;
}
