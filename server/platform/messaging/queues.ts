import { runMigrations, setDefaultBackendFactory, type ConnectionOptions } from 'bullmq';
import Redis from 'ioredis';
import { Client } from 'pg';
import type { Config } from '../../config';
import { PostgresQueues, queueSchema, sharedPostgresBackend } from './postgres-queues';

export { queueSchema } from './postgres-queues';
export const queuePrefix = 'commonlab';

/** The `connection` option of BullMQ, which all queues and workers of a process may share. */
export interface QueueConnection {
  options: ConnectionOptions;
  /** Whether the queue engine (Redis or PostgreSQL) is unreachable. */
  isAway(): boolean;
  /**
   * How many seconds a worker waits for a notification before it queries for a job. Both engines
   * (Redis and PostgreSQL) announce new jobs, and jobs whose retry is due.
   */
  readonly lookAgainSeconds: number;
  /**
   * Closes the clients that remain open after a queue was closed. BullMQ does not close the client
   * that was passed to it. To wait for jobs, BullMQ makes a copy of a Redis client, and it does not
   * close the copy either.
   */
  disconnect(): Promise<void>;
}

/**
 * Connects to the configured queue engine. Only this function distinguishes Redis from PostgreSQL.
 * It must be called before any queue or worker is created.
 */
export function connectToQueueEngine(config: Config, patience: RedisRetryMode): QueueConnection {
  if (config.redisUrl) {
    const client = createRedisClient(config.redisUrl, patience);
    const clients = [client];
    const duplicate = client.duplicate.bind(client);
    client.duplicate = (override) => {
      const copy = duplicate(override);
      copy.on('error', () => undefined);
      clients.push(copy);
      return copy;
    };
    return {
      options: client,
      isAway: () => client.status !== 'ready',
      lookAgainSeconds: 5,
      disconnect: () =>
        Promise.resolve(
          clients.filter((one) => one.status !== 'end').forEach((one) => one.disconnect()),
        ),
    };
  }
  setDefaultBackendFactory(sharedPostgresBackend);
  const queues = new PostgresQueues(config.databaseUrl);
  return {
    options: { queues },
    isAway: () => false,
    // The interval is long, because WaitingWorkers queries all queues in one statement every few
    // seconds. If each worker queried by itself, each would need a connection.
    lookAgainSeconds: 3_600,
    disconnect: () => queues.close(),
  };
}

/**
 * What a client does while Redis is unreachable. `endless`: it waits and drops no command, as
 * BullMQ requires of a worker. `short`: a command fails after one retry, so that a caller that adds
 * a job is not blocked.
 */
export type RedisRetryMode = 'endless' | 'short';

/**
 * Creates a Redis client.
 * @param subscribes true for a client that subscribes to channels. It switches off ioredis' ready
 * check, which sends INFO. Redis refuses INFO on a connection that has already subscribed, and the
 * subscriptions would be lost without an error
 */
export function createRedisClient(
  url: string,
  patience: RedisRetryMode = 'endless',
  subscribes = false,
): Redis {
  const client = new Redis(url, {
    maxRetriesPerRequest: patience === 'short' ? 1 : null,
    enableReadyCheck: !subscribes,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  client.on('error', () => undefined); // the retry strategy continues; health/ready reports it
  return client;
}

/** Migrates the tables of BullMQ and grants the application access to them. */
export async function migrateQueueTables(ownerUrl: string): Promise<void> {
  const client = new Client({ connectionString: ownerUrl });
  await client.connect();
  try {
    await runMigrations(client, queueSchema);
    await client.query(`
      -- CREATE: BullMQ makes a sequence for each queue when it is first used.
      GRANT USAGE, CREATE ON SCHEMA ${queueSchema} TO commonlab_app;
      GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA ${queueSchema} TO commonlab_app;
      GRANT USAGE ON ALL SEQUENCES IN SCHEMA ${queueSchema} TO commonlab_app;
      GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA ${queueSchema} TO commonlab_app`);
  } finally {
    await client.end();
  }
}
