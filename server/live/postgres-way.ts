import { Client, Pool, type ClientConfig, type QueryResult } from 'pg';
import { within } from '../platform/within';

const ignore = () => undefined;

/**
 * What the Socket.IO adapter takes for a pool: `connect` gives it a connection of its own to listen on, `query` speaks on another
 * one, so that messages leave in their order. A real pool would never get back a place whose listening connection
 * was lost, and with a place less each time PostgreSQL restarts, nothing could speak any more.
 */
export class PostgresWay {
  private readonly speaking: Pool;
  private readonly listening = new Set<Client>();
  private isClosed = false;

  constructor(private readonly config: ClientConfig) {
    this.speaking = new Pool({ ...config, max: 1 });
    this.speaking.on('error', ignore);
    this.speaking.on('connect', (client) => void client.on('error', ignore));
  }

  async connect(): Promise<Client & { release(): void }> {
    const client = new Client(this.config);
    client.on('error', ignore); // 'end' follows, and the adapter connects again
    client.once('end', () => this.listening.delete(client));
    this.listening.add(client);
    try {
      await client.connect();
    } catch (error) {
      this.listening.delete(client);
      if (!this.isClosed) throw error;
    }
    // The adapter would set a timer and try again for ever.
    if (this.isClosed) return new Promise<never>(ignore);
    return Object.assign(client, { release: () => void client.end().catch(ignore) });
  }

  query(sql: string, parameters?: unknown[]): Promise<QueryResult> {
    return this.speaking.query(sql, parameters);
  }

  async end(): Promise<void> {
    this.isClosed = true;
    const closing = [...this.listening].map((client) => {
      client.removeAllListeners('end'); // the adapter must not answer it
      return client.end();
    });
    await within(1_000, 'closing', Promise.allSettled([...closing, this.speaking.end()])).catch(ignore);
  }
}
