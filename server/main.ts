import 'reflect-metadata';
import { readConfig } from './config';
import { createLog } from './platform/observability/log';
import { runProgram } from './platform/program';
import { createServer } from './start';

/** `node dist/server/main.js`: HTTP and live updates on one port. */
runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel, 'server');
  const app = await createServer(config, log);
  await app.listen(config.port, config.host);
  log.info({ url: await app.getUrl(), engine: config.redisUrl ? 'redis' : 'postgres' }, 'ready');
  return () => app.close();
});
