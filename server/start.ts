import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { allEndpoints } from '../contracts/all-endpoints';
import { allOperations } from '../contracts/all-operations';
import { AppModule } from './app';
import type { Config } from './config';
import { LiveAdapter } from './live/live.adapter';
import type { Clock } from './platform/concurrency/clock';
import { createHttpApp } from './platform/http/http';
import type { Logger } from './platform/observability/log';
import { serveWebApp } from './platform/http/web-app';
import { answerMethodNotAllowed } from './platform/http/method-not-allowed';
import { requireContract } from './platform/http/registered-routes';

/**
 * The whole server as main and the tests run it: api, live updates and the web app's pages; not yet
 * listening.
 */
export async function createServer(
  config: Config,
  log: Logger,
  clock?: Clock,
): Promise<NestFastifyApplication> {
  const app = await createHttpApp(AppModule.for(config, log, clock), config, log);
  requireContract(app, allOperations);
  app.useWebSocketAdapter(new LiveAdapter(app, config));
  await serveWebApp(app, config);
  answerMethodNotAllowed(app, allEndpoints);
  return app;
}
