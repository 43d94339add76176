import {
  createPostgresBackend,
  runMigrations,
  setDefaultBackendFactory,
  type ConnectionOptions,
} from 'bullmq';
import Redis from 'ioredis';
import { Client } from 'pg';
import type { Config } from '../../config';
import { PooledClient } from '../db/pooled-client';

export const queueSchema = 'bullmq';
export const queuePrefix = 'commonlab';

/** What BullMQ is given as `connection`. */
export interface QueueConnection {
  options: ConnectionOptions;
  /** Whether nothing can be told to the engine just now. */
  isAway(): boolean;
  /**
   * Gives up what is still open after the queue was closed: BullMQ leaves a client that it was
   * given as it is, and its duplicate of one that waits for Redis too.
   */
  disconnect(): void;
}

/**
 * For the engine that the configuration asks for: the one seam between Redis and PostgreSQL alone.
 * Call it before any queue or worker is made.
 */
export function queueConnection(config: Config, patience: Patience): QueueConnection {
  if (config.redisUrl) {
    const client = redisClient(config.redisUrl, patience);
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
      disconnect: () =>
        clients.filter((one) => one.status !== 'end').forEach((one) => one.disconnect()),
    };
  }
  setDefaultBackendFactory(
    createPostgresBackend as unknown as Parameters<typeof setDefaultBackendFactory>[0],
  );
  const options = {
    connectionString: config.databaseUrl,
    schema: queueSchema,
    options: '-c role=commonlab_app',
    max: 6,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    Client: PooledClient,
  };
  return {
    options,
    isAway: () => false,
    disconnect: () => undefined,
  };
}

/**
 * `endless` waits while Redis is away and gives up no command (BullMQ wants that of a worker);
 * `short` fails after one try, so that whoever adds a job can go on.
 */
export type Patience = 'endless' | 'short';

/**
 * @param subscribes for a client that subscribes: ioredis' ready check sends INFO, which a
 * connection that has already subscribed refuses, and the subscriptions are then lost without a
 * word.
 */
export function redisClient(
  url: string,
  patience: Patience = 'endless',
  subscribes = false,
): Redis {
  const client = new Redis(url, {
    maxRetriesPerRequest: patience === 'short' ? 1 : null,
    enableReadyCheck: !subscribes,
    retryStrategy: (times) => Math.min(times * 100, 1000),
  });
  client.on('error', () => undefined); // the retry strategy goes on; health/ready tells
  return client;
}

/** Brings BullMQ's own tables up to date and lets the application use them. */
export async function migrateQueues(ownerUrl: string): Promise<void> {
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
