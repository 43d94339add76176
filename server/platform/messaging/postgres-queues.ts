import {
  PostgresConnection,
  PostgresQueueBackend,
  type BackendFactory,
  type QueueBaseOptions,
} from 'bullmq';
import type { Pool } from 'pg';
import { Batcher } from '../concurrency/batcher';
import { NotificationListener } from '../db/listener';
import { createPool } from '../db/pool';
import { workerTimeouts } from '../db/pooled-client';
import { WaitingWorkers } from './waiting-workers';

export const queueSchema = 'bullmq';

/**
 * The size of the connection pool that all queues of a process share. Their statements are short,
 * so few connections serve many queues.
 */
const poolSize = 8;

/**
 * The `connection` option of BullMQ for PostgreSQL. All queues of a process share one pool, and one
 * connection that receives notifications.
 */
export class PostgresQueues {
  readonly pool: Pool;
  readonly waiting: WaitingWorkers;
  private readonly active: Batcher<string, boolean>;

  constructor(databaseUrl: string) {
    this.pool = createPool(databaseUrl, {
      application: 'commonlab-queues',
      max: poolSize,
      patience: workerTimeouts,
      options: `-c role=commonlab_app -c search_path=${queueSchema}`,
    });
    // Each queue adds an error listener of its own to the shared pool, because PostgreSQL may close
    // an idle connection. Without this line, Node would warn about a leak of listeners.
    this.pool.setMaxListeners(0);
    this.waiting = new WaitingWorkers(
      this.pool,
      (on) =>
        new NotificationListener({ ...on, databaseUrl, application: 'commonlab-queues-listen' }),
    );
    this.active = new Batcher((queues) => this.areActive(queues));
  }

  /**
   * Whether any process is working on a job of the queue. Calls for several queues share one
   * statement.
   */
  isActive(queue: string): Promise<boolean> {
    return this.active.load(queue);
  }

  async close(): Promise<void> {
    await Promise.all([this.waiting.stop(), this.pool.ending ? undefined : this.pool.end()]);
  }

  private async areActive(queues: readonly string[]): Promise<boolean[]> {
    const { rows } = await this.pool.query<{ queue: string }>({
      name: 'active-queues',
      text: `SELECT q.name AS queue FROM unnest($1::text[]) AS q (name)
       WHERE EXISTS (SELECT FROM job WHERE job.queue = q.name AND job.state = 'active')`,
      values: [queues],
    });
    const active = new Set(rows.map(({ queue }) => queue));
    return queues.map((queue) => active.has(queue));
  }
}

/** BullMQ's options of a queue or worker that uses the shared connection. */
type SharedOptions = QueueBaseOptions<{ queues: PostgresQueues }>;

/**
 * BullMQ's backend of a queue or worker. All queues and workers of a process share its connections.
 */
class SharedBackend extends PostgresQueueBackend {
  private interruption = new AbortController();

  constructor(
    private readonly queues: PostgresQueues,
    name: string,
    opts: SharedOptions,
  ) {
    super(new PostgresConnection(queues.pool), name, { ...opts, connection: queues.pool });
  }

  /**
   * Waits for a job.
   * @param seconds how long to wait at most; after this time the worker queries for a job in any
   * case
   */
  override async waitForJob(seconds: number): Promise<null> {
    if (!this.closing)
      await this.queues.waiting.job(this.queueName, seconds * 1_000, this.interruption.signal);
    return null;
  }

  override disconnectBlocking(): Promise<void> {
    this.interruption.abort();
    return Promise.resolve();
  }

  override reconnectBlocking(): Promise<void> {
    if (this.interruption.signal.aborted) this.interruption = new AbortController();
    return Promise.resolve();
  }

  override close(force?: boolean): Promise<void> {
    this.interruption.abort();
    return super.close(force);
  }

  /**
   * Skips the search for stalled jobs if the queue has no active job: only an active job can stall,
   * and the search is a statement that writes.
   */
  override async moveStalledJobsToWait(): Promise<string[]> {
    return (await this.queues.isActive(this.queueName)) ? super.moveStalledJobsToWait() : [];
  }
}

export const sharedPostgresBackend: BackendFactory<SharedBackend, SharedOptions['connection']> = (
  name,
  opts,
) => new SharedBackend(opts.connection.queues, name, opts);
