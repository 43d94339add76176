import 'reflect-metadata';
import { setFlagsFromString } from 'node:v8';
import { readConfig } from '../server/config';
import { createLog } from '../server/platform/observability/log';
import { runProgram } from '../server/platform/program';
import { startWorkers } from './start';

/*
 * Exports and copies of large studies make much that is needed for a moment. V8 would let the heap
 * double before it collects what is old; with two fifths of that a worker stays below 300 MB. With 30
 * percent, a tenth more of its time goes to collecting; with 60, it does not stay below
 * (docs/performance.md, export).
 */
setFlagsFromString('--heap-growing-percent=40');

/** `node dist/workers/main.js`: the relay, the consumers and the schedule. */
runProgram(async () => {
  const config = readConfig();
  const log = createLog(config.logLevel, 'workers');
  const workers = await startWorkers(config, log);
  log.info({ engine: config.redisUrl ? 'redis' : 'postgres' }, 'ready');
  return () => workers.close();
});
