import { randomInt } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { CONFIG, type Config } from '../config';
import { ConcurrencyLimit } from '../platform/concurrency/concurrency-limit';
import { noSequentialScans, postgresSessionSettings } from '../platform/db/database';
import { connectionConfig } from '../platform/db/pool';
import { PooledClient, workerTimeouts } from '../platform/db/pooled-client';

/**
 * The first of the two numbers of the advisory locks that protect claims of mails: "CLML". The
 * second number identifies a process.
 */
export const livenessLockClass = 0x434c4d4c;

const againEveryMs = 250;
/**
 * After a connection is lost, the new connection tries for this many milliseconds to get the lock
 * that the lost connection held. The time must be shorter than `graceMs` (mail-claims.ts). After
 * `graceMs`, other processes may take over the claims of a process without a lock.
 */
const sameNumberMs = 4_000;
const newNumber = () => randomInt(1, 2 ** 31 - 1);

/**
 * An advisory lock, which PostgreSQL holds as long as its connection lasts. Each new connection
 * gets a new object of this type. So code that still has an old object can detect that the
 * connection was lost.
 */
export interface LivenessLock {
  readonly number: number;
  /**
   * Runs a statement on the connection that holds the lock, one statement at a time. If it
   * succeeds, the lock is still held.
   */
  run<T>(work: (client: PooledClient) => Promise<T>): Promise<T>;
}

/**
 * Shows other processes that this process is alive. A connection holds an advisory lock under a
 * number, which is stored with the claims of this process. If the process dies, even by kill -9,
 * the connection ends, and PostgreSQL releases the lock immediately.
 */
@Injectable()
export class LivenessLockHolder implements OnApplicationShutdown {
  private number = newNumber();
  private opening: Promise<LivenessLock> | undefined;
  private current: LivenessLock | undefined;
  private client: PooledClient | undefined;
  private stopped = false;

  constructor(@Inject(CONFIG) private readonly config: Config) {}

  /**
   * Waits until this process holds the lock. If the connection is lost later, this class opens a
   * new connection by itself.
   * @throws the connection's error if it cannot be opened now
   */
  held(): Promise<LivenessLock> {
    this.opening ??= this.open().catch((error: unknown) => {
      this.opening = undefined;
      throw error;
    });
    return this.opening;
  }

  /** Whether this lock is still held without interruption, as far as this process knows. */
  isStill(hold: LivenessLock): boolean {
    return this.current === hold;
  }

  async onApplicationShutdown() {
    this.stopped = true;
    await this.client?.end().catch(() => undefined);
  }

  private async open(): Promise<LivenessLock> {
    const client = new PooledClient(
      connectionConfig(this.config.databaseUrl, {
        application: 'commonlab-mail-claims',
        options: `${postgresSessionSettings('commonlab_app', workerTimeouts)} ${noSequentialScans}`,
        patience: workerTimeouts,
      }),
    );
    this.client = client;
    try {
      await client.connect();
      await this.lock(client);
    } catch (error) {
      void client.end().catch(() => undefined);
      throw error;
    }
    const turns = new ConcurrencyLimit(1);
    const hold: LivenessLock = {
      number: this.number,
      run: (work) => turns.run(() => work(client)),
    };
    this.current = hold;
    // The listener is added only now. If the connection was lost earlier, the caller already got an
    // error, and nothing needs to be replaced.
    client.once('end', () => void this.reopen());
    return hold;
  }

  /**
   * Takes the lock on a new connection. After a network failure, PostgreSQL may keep the old
   * connection, and with it the lock, for hours. Then the new connection takes a lock with another
   * number, and the claims under the old number stay protected by the old connection.
   */
  private async lock(client: PooledClient): Promise<void> {
    const until = Date.now() + sameNumberMs;
    while (!this.stopped && !(await isLocked(client, this.number)))
      if (Date.now() < until) await wait(againEveryMs);
      else this.number = newNumber();
  }

  private async reopen(): Promise<void> {
    this.current = undefined;
    this.opening = undefined;
    while (!this.stopped) {
      try {
        await this.held();
        return;
      } catch {
        await wait(againEveryMs);
      }
    }
  }
}

async function isLocked(client: PooledClient, number: number): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    'SELECT pg_try_advisory_lock($1::integer, $2::integer) AS locked',
    [livenessLockClass, number],
  );
  return rows[0]?.locked === true;
}
