import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { readConfig } from '../server/config';
import { createLog } from '../server/platform/observability/log';
import { runProgram } from '../server/platform/program';
import { startWorkers } from './start';

/*
 * Exports and copies of large studies allocate much memory that is needed only for a moment. By
 * default V8 lets the heap double before it collects old objects. With a growth of 40 percent, a
 * worker stays below 300 MB. With 30 percent, exports are slower by a tenth. With 60 percent, a
 * worker needs more than 300 MB (docs/performance.md, export).
 */
setFlagsFromString('--heap-growing-percent=40');

/**
 * `node dist/workers/main.js`: runs the outbox relay, the consumers of events, and the schedule of
 * jobs.
 */
runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel, 'workers');
  const workers = await startWorkers(config, log);
  log.info({ engine: config.redisUrl ? 'redis' : 'postgres' }, 'ready');
  return () => workers.close();
});
