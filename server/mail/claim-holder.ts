import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config';
import { sessionSettings } from '../platform/db/database';
import { PooledClient, statementMs } from '../platform/db/pooled-client';

/** The first of the two numbers of the advisory locks that stand for claims of mails: "CLML". */
export const claimLocks = 0x434c4d4c;

const againEveryMs = 250;

/**
 * Tells other processes that this one lives: while it does, a connection holds an advisory lock
 * under a number of this process, which stands beside its claims. When it dies, even by kill -9, the
 * connection ends and PostgreSQL gives the lock up at once.
 */
@Injectable()
export class ClaimHolder implements OnApplicationShutdown {
  readonly number = randomInt(1, 2 ** 31 - 1);
  private opening: Promise<void> | undefined;
  private client: PooledClient | undefined;
  private stopped = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Returns when the lock is held; from then on a lost connection is replaced.
   * @throws the error of the connection, where it cannot be opened now
   */
  held(): Promise<void> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  async onApplicationShutdown() {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }

  private async open(): Promise<void> {
    const client = new PooledClient({
      connectionString: this.config.databaseUrl,
      application_name: 'commonlab-mail-claims',
      options: sessionSettings('commonlab_app'),
      connectionTimeoutMillis: 10_000,
      query_timeout: statementMs,
      keepAlive: true,
    });
    this.client = client;
    await client.connect();
    client.once('end', () => void this.reopen());
    // After a cut network PostgreSQL may still know the old connection, which holds the lock.
    while (!this.stopped && !(await this.isLocked(client))) await wait(againEveryMs);
  }

  private async isLocked(client: PooledClient): Promise<boolean> {
    const { rows } = await client.query<{ locked: boolean }>(
      'SELECT pg_try_advisory_lock($1::integer, $2::integer) AS locked',
      [claimLocks, this.number],
    );
    return rows[0]?.locked === true;
  }

  private async reopen(): Promise<void> {
    this.opening = undefined;
    while (!this.stopped) {
      try {
        return await this.held();
      } catch {
        await wait(againEveryMs);
      }
    }
  }
}
