import { join } from 'node:path';
import { startProduct } from '../../scripts/lib/product.mjs';
import { cpuTimeOf, cpuTimeOfChildren } from './processor-time.mjs';
import { openDatabase } from './population.mjs';

/**
 * Starts the product as in production: each program in its own process, the embedded PostgreSQL
 * with its default durability, the log level of production. Rate limits are off unless `limits` is
 * set, since all requests come from one address.
 * @param {{ engine?: 'redis' | 'postgres', workers?: number, dir?: string, limits?: boolean,
 *   env?: NodeJS.ProcessEnv }} [options] `dir` is the folder of an installation that is kept; by
 *   default, the installation is temporary. `env` contains additional environment variables.
 */
export async function startBenchmarkProduct({
  engine = 'postgres',
  workers = 0,
  dir,
  limits = false,
  env = {},
} = {}) {
  const product = await startProduct({
    dir,
    engine: engine === 'redis' ? undefined : 'postgres',
    workers,
    demo: false,
    env: {
      DATABASE_URL: '',
      MIGRATION_DATABASE_URL: '',
      REDIS_URL: '',
      SMTP_URL: '',
      SECRET_KEY: '',
      PUBLIC_WEB_URL: '',
      PUBLIC_API_URL: '',
      DEMO: '0',
      RATE_LIMITS: limits ? 'on' : 'off',
      LOG_LEVEL: process.env.LOG_LEVEL || 'info',
      ...env,
    },
  });
  if (product.services.engine !== engine) {
    await product.stop();
    throw new Error('there is no redis-server or valkey-server on the PATH');
  }
  const { postgres } = product.services;
  if (!postgres) throw new Error('the embedded PostgreSQL is not running');
  const db = await openDatabase(postgres.ownerUrl());
  return {
    db,
    port: Number(new URL(product.url).port),
    log: join(postgres.data, '..', 'postgres.log'),
    serverUrl: postgres.serverUrl(),
    /** The environment with which the programs were started. */
    env: product.env,
    /** The process ids of the server and of the workers. */
    server: () => product.servers[0]?.pid() ?? 0,
    workers: () => product.workers.map((one) => one.pid() ?? 0),
    /** The processor time that the programs have used so far, in milliseconds. */
    cpu: () => ({
      server: cpuTimeOf(product.servers[0]?.pid() ?? 0),
      postgres: cpuTimeOfChildren(postgres.pid),
    }),
    async stop() {
      await db.end();
      await product.stop();
    },
  };
}
/** @typedef {Awaited<ReturnType<typeof startBenchmarkProduct>>} Setting */
