import { Pool, type ClientConfig, type PoolConfig } from 'pg';
import { PooledClient, type DatabaseTimeouts } from './pooled-client';

/** The settings that differ between the connections of the programs. */
export interface ConnectionSettings {
  /** The name of the connection in PostgreSQL. */
  application: string;
  /**
   * PostgreSQL settings in the form of command-line options, such as `postgresSessionSettings`
   * (database.ts).
   */
  options?: string;
  /**
   * How long the driver waits for a connection, and for the answer to a statement. PostgreSQL's own
   * limit for a statement is in `options`.
   */
  patience: Pick<DatabaseTimeouts, 'connectionMs' | 'driverMs'>;
}

export interface PoolSettings extends ConnectionSettings {
  /** How many connections the pool may open at most. */
  max: number;
}

const limits = ({ connectionMs, driverMs }: ConnectionSettings['patience']) => ({
  connectionTimeoutMillis: connectionMs,
  query_timeout: driverMs,
  keepAlive: true,
});

/**
 * Returns the configuration of a connection outside of pools, such as one that listens for
 * notifications.
 */
export const connectionConfig = (
  databaseUrl: string,
  { application, options, patience }: ConnectionSettings,
): ClientConfig => ({
  connectionString: databaseUrl,
  application_name: application,
  ...(options !== undefined && { options }),
  ...limits(patience),
});

/**
 * Returns the configuration of a pool that a library creates. All other pools are created by
 * `createPool` below.
 */
export const poolConfig = (patience: ConnectionSettings['patience']) =>
  ({ ...limits(patience), idleTimeoutMillis: 60_000, Client: PooledClient }) satisfies PoolConfig;

/**
 * Creates a pool of the server or the workers, in addition to TypeORM's own pool. It opens
 * connections only when they are needed.
 */
export function createPool(databaseUrl: string, settings: PoolSettings): Pool {
  const pool = new Pool({
    ...connectionConfig(databaseUrl, settings),
    ...poolConfig(settings.patience),
    max: settings.max,
  });
  // PostgreSQL closed an idle connection. This needs no action: the pool opens another connection
  // when it needs one.
  pool.on('error', () => undefined);
  return pool;
}
