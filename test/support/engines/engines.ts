import { randomBytes } from 'node:crypto';
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { RedisProgram } from '../../../scripts/lib/engines/redis.mjs';
import { ensureDir, removeDir } from '../../../scripts/lib/processes/state.mjs';
import {
  takeSpareOrNewRedis,
  type SeparateRedis,
  type RedisControl,
  type RunningRedis,
} from './spare-redis';

export type QueueEngine = 'redis' | 'postgres';

interface Shared {
  engine: QueueEngine;
  template: string;
  ownerUrl: string;
  serverUrl: string;
  /** One Redis for each worker of jest, for the application that the worker's test files share. */
  redisUrls: string[];
  /** For each worker of jest, a Redis that its files use one after the other. */
  spareRedis: RunningRedis[];
  redisProgram?: RedisProgram;
  /** Contains a data folder for each database of the run. */
  dataDir: string;
}

/** Returns what the global setup started: PostgreSQL, and Redis if it holds the queues. */
function shared(): Shared {
  const told = process.env.COMMONLAB_TEST_ENGINES;
  if (!told)
    throw new Error('The integration engines are not running: use jest.config.integration.cjs');
  return JSON.parse(told) as Shared;
}

export const queueEngineUnderTest = (): QueueEngine => shared().engine;

const at = (url: string, database: string) => url.replace('{database}', database);

export interface TestDatabases {
  engine: QueueEngine;
  /** The address that the server and the workers use. Its login role owns no tables. */
  databaseUrl: string;
  /**
   * The address with the role that owns the tables: for migrations, and for tests that read tables.
   */
  migrationDatabaseUrl: string;
  /** Undefined if PostgreSQL holds the queues. */
  redisUrl: string | undefined;
  /**
   * Stops and restarts the Redis of these databases, for tests in which the application loses its
   * Redis.
   */
  redis: RedisControl | undefined;
  /**
   * The data folder of the applications that use this database. Without it, they would use the data
   * folder of the installation on this machine.
   */
  dataDir: string;
  drop(): Promise<void>;
}

/**
 * Copies the template file by file. PostgreSQL's other strategy would also write each page to the
 * write-ahead log, which is twice the work.
 */
const cloned = (database: string, template = shared().template) =>
  asOwner(
    at(shared().ownerUrl, 'postgres'),
    `CREATE DATABASE ${database} TEMPLATE ${template} STRATEGY file_copy`,
  );

/**
 * Makes a migrated database for one test file, as a clone of the template. Cloning takes tens of
 * milliseconds. If Redis holds the queues, the test file also gets a Redis that no other file uses
 * at the same time. Otherwise test files would receive each other's messages, because all databases
 * of a Redis share its pub/sub channels.
 * If `of` is given, clones that database and its data folder instead of the template. No connection
 * to that database may be open.
 */
export async function cloneDatabase(
  of?: Pick<TestDatabases, 'migrationDatabaseUrl'> & Partial<Pick<TestDatabases, 'dataDir'>>,
): Promise<TestDatabases> {
  const { engine, ownerUrl, serverUrl, dataDir: all } = shared();
  const database = `test_${randomBytes(6).toString('hex')}`;
  await cloned(database, of && new URL(of.migrationDatabaseUrl).pathname.slice(1));
  const dataDir = ensureDir(join(all, database));
  if (of?.dataDir) cpSync(of.dataDir, dataDir, { recursive: true });
  const redis = engine === 'redis' ? await takeSeparateRedis() : undefined;
  return {
    engine,
    dataDir,
    databaseUrl: at(serverUrl, database),
    migrationDatabaseUrl: at(ownerUrl, database),
    redisUrl: redis?.url,
    redis,
    async drop() {
      await redis?.release();
      await asOwner(at(ownerUrl, 'postgres'), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
      removeDir(dataDir);
    },
  };
}

/** Makes the database, and the Redis, of the application that the files of this worker share. */
export async function sharedTestDatabases(): Promise<TestDatabases> {
  const { engine, ownerUrl, serverUrl, redisUrls, dataDir } = shared();
  const worker = Number(process.env.JEST_WORKER_ID ?? 1);
  const database = `shared_${worker}`;
  // jest may have replaced a worker. The new worker has the same number and drops the database that
  // the former worker left behind.
  await asOwner(at(ownerUrl, 'postgres'), `DROP DATABASE IF EXISTS ${database} WITH (FORCE)`);
  await cloned(database);
  return {
    engine,
    databaseUrl: at(serverUrl, database),
    migrationDatabaseUrl: at(ownerUrl, database),
    redisUrl: redisUrls[worker - 1],
    redis: undefined,
    dataDir: ensureDir(join(dataDir, database)),
    drop: () => Promise.reject(new Error('These engines are shared: the run ends them')),
  };
}

export function takeSeparateRedis(): Promise<SeparateRedis> {
  const { redisProgram, spareRedis } = shared();
  return takeSpareOrNewRedis(spareRedis[Number(process.env.JEST_WORKER_ID ?? 1) - 1], redisProgram);
}

async function asOwner(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
