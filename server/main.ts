import 'reflect-metadata';
import { readConfig } from './config';
import { createLog } from './platform/observability/log';
import { runProgram } from './platform/program';
import { createServer, openMetricsPort } from './start';

/** `node dist/server/main.js`: serves HTTP and live updates on one port, and metrics on another. */
runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel, 'server');
  const app = await createServer(config, log);
  const metrics = await openMetricsPort(app, config);
  // Node's default of 511 waiting connections is too few if a full class connects in the same
  // second: a client that is not accepted tries again only after a second, and then after three.
  await app.listen({ port: config.port, host: config.host, backlog: 4_096 });
  log.info({ url: await app.getUrl(), engine: config.redisUrl ? 'redis' : 'postgres' }, 'ready');
  return () => Promise.all([metrics?.close(), app.close()]);
});
