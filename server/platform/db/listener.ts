import type { ClientConfig } from 'pg';
import { connectionConfig } from './pool';
import { PooledClient, workerTimeouts } from './pooled-client';

const againMs = 500;

export interface ListenerOptions {
  readonly databaseUrl: string;
  /** The name of the connection in PostgreSQL. */
  readonly application: string;
  readonly channel: string;
  /** @param payload the payload of the notification; empty if it has none */
  readonly notified: (payload: string) => void;
  /**
   * Called when the connection is open again. Notifications that were sent in between are lost, so
   * the caller must read the current state.
   */
  readonly resumed: () => void;
}

/** The methods of a PostgreSQL connection that this listener calls. */
export interface ListeningConnection {
  on(event: 'error' | 'end', lost: () => void): unknown;
  on(event: 'notification', notified: (message: { payload?: string | undefined }) => void): unknown;
  connect(): Promise<unknown>;
  query(statement: string): Promise<unknown>;
  end(): Promise<unknown>;
}

/**
 * A connection for one LISTEN, because PostgreSQL sends notifications only to the connection that
 * executed LISTEN. A lost connection is opened again. Notifications that are sent in the meantime
 * are lost, so every user of this class must also poll.
 */
export class NotificationListener {
  private client: ListeningConnection | undefined;
  private listening = false;
  private stopped = false;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly options: ListenerOptions,
    private readonly clientOf = (config: ClientConfig): ListeningConnection =>
      new PooledClient(config),
  ) {}

  /** Whether the connection is open, so that notifications arrive. */
  isListening(): boolean {
    return this.listening;
  }

  /**
   * Connects and listens.
   * @returns a promise that resolves after the first attempt to connect, even if the attempt
   * failed. Further attempts follow until one succeeds
   */
  async start(): Promise<void> {
    if (this.stopped) return;
    const { databaseUrl, application, channel, notified } = this.options;
    const client = this.clientOf({
      ...connectionConfig(databaseUrl, { application, patience: workerTimeouts }),
      keepAliveInitialDelayMillis: 10_000,
    });
    const lost = () => {
      if (this.client !== client) return;
      this.client = undefined;
      this.listening = false;
      if (!this.stopped) this.timer = setTimeout(() => void this.resume(), againMs);
    };
    client.on('error', lost);
    client.on('end', lost);
    client.on('notification', ({ payload }) => notified(payload ?? ''));
    this.client = client;
    try {
      await client.connect();
      await client.query(`LISTEN ${channel}`);
      this.listening = this.client === client && !this.stopped;
    } catch {
      lost();
      await client.end().catch(() => undefined);
    }
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.listening = false;
    clearTimeout(this.timer);
    await this.client?.end().catch(() => undefined);
  }

  private async resume(): Promise<void> {
    await this.start();
    if (this.listening) this.options.resumed();
  }
}
