import 'reflect-metadata';
import { readConfig } from '../server/config';
import { createLog } from '../server/platform/observability/log';
import { runProgram } from '../server/platform/program';
import { startWorkers } from './start';

/** `node dist/workers/main.js`: the relay, the consumers and the schedule. */
runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel, 'workers');
  const workers = await startWorkers(config, log);
  log.info({ engine: config.redisUrl ? 'redis' : 'postgres' }, 'ready');
  return () => workers.close();
});
