import type { Client, Pool, QueryResult } from 'pg';
import { withTimeout } from '../platform/concurrency/with-timeout';
import { connectionConfig, createPool, type ConnectionSettings } from '../platform/db/pool';
import { PooledClient } from '../platform/db/pooled-client';

const ignore = () => undefined;
const never = () => new Promise<never>(ignore);

/**
 * The object that the Socket.IO adapter gets instead of an ordinary pool. `connect` opens a new
 * connection for LISTEN. All calls of `query` share another connection, so that messages are sent
 * in order. An ordinary pool would count a lost LISTEN connection as still in use. After several
 * restarts of PostgreSQL, no connection would be left, and the adapter could send nothing any more.
 */
export class PostgresListenPool {
  private readonly speaking: Pool;
  private readonly listening = new Set<Client>();
  private isClosed = false;

  constructor(
    private readonly databaseUrl: string,
    private readonly settings: ConnectionSettings,
  ) {
    this.speaking = createPool(databaseUrl, { ...settings, max: 1 });
  }

  async connect(): Promise<Client & { release(): void }> {
    if (this.isClosed) return never();
    const client = new PooledClient(connectionConfig(this.databaseUrl, this.settings));
    const query = client.query.bind(client) as (sql: string) => Promise<QueryResult>;
    client.query = ((sql: string) =>
      this.unlessClosed(query(sql))) as unknown as typeof client.query;
    // No handler is needed for errors: each one is followed by 'end', upon which the adapter
    // reconnects.
    client.once('end', () => this.listening.delete(client));
    this.listening.add(client);
    await this.unlessClosed(client.connect()).catch((error: unknown) => {
      this.listening.delete(client);
      throw error;
    });
    return Object.assign(client, { release: () => void client.end().catch(ignore) });
  }

  /**
   * Runs a query for the adapter. Once the pool is closed, a failing query never returns, because
   * the adapter would react to the error by retrying forever.
   */
  private async unlessClosed<T>(work: Promise<T>): Promise<T> {
    try {
      return await work;
    } catch (error) {
      if (this.isClosed) return never();
      throw error;
    }
  }

  query(sql: string, parameters?: unknown[]): Promise<QueryResult> {
    return this.speaking.query(sql, parameters);
  }

  async end(): Promise<void> {
    this.isClosed = true;
    const closing = [...this.listening].map((client) => {
      client.removeAllListeners('end'); // the adapter must not react to it
      return client.end();
    });
    await withTimeout(
      1_000,
      'closing',
      Promise.allSettled([...closing, this.speaking.end()]),
    ).catch(ignore);
  }
}
