import { Queue } from 'bullmq';
import Redis from 'ioredis';
import { Client } from 'pg';
import type { DomainEvent, EventName } from '../../../contracts/base/events';
import { capabilities } from '../../../server/contexts';
import { randomId } from '../../../server/platform/db/ids';
import {
  connectToQueueEngine,
  queuePrefix,
  queueSchema,
} from '../../../server/platform/messaging/queues';
import { UnitOfWork } from '../../../server/platform/db/unit-of-work';
import type { EventReaction } from '../../../server/platform/messaging/consumer';
import { Metrics } from '../../../server/platform/observability/metrics';
import { WorkerMetrics } from '../../../workers/worker-metrics';
import { DueJobPoll } from '../../../workers/due-poll';
import { OutboxRelay, OutboxRelayPoll, type EventRouting } from '../../../workers/relay';
import { JobSchedule } from '../../../workers/schedule';
import { QueueWorker } from '../../../workers/queue-worker';
import { OutboxSweeper } from '../../../workers/outbox-sweeper';
import { captureLog } from '../../support/app/captured-log';
import { startApp, TestClock, type RunningApp } from '../../support/app/app';

export const queueName = 'probe';
const routing: EventRouting = new Map(
  [...capabilities.events.keys()].map((name) => [name, [queueName]]),
);

/**
 * Runs the parts that handle events, each by itself: relays, one queue, and runners. The test
 * chooses how the runners react to an event.
 */
export class EventRig {
  /** The ids of the events that were handled, in order. */
  readonly effects: string[] = [];
  react: (event: DomainEvent) => Promise<void> = (event) =>
    Promise.resolve(void this.effects.push(event.id));
  readonly queue: Queue;
  readonly logs = captureLog('warn', 'test');
  private readonly relays: { stop(): Promise<void> }[] = [];
  private readonly runners: QueueWorker[] = [];
  private readonly clients: { disconnect(): Promise<void> }[] = [];

  private constructor(
    readonly run: RunningApp,
    readonly owner: Client,
    private readonly batch: number,
  ) {
    this.queue = new Queue(queueName, {
      connection: this.connection('short').options,
      prefix: queuePrefix,
    });
    this.queue.on('error', () => undefined);
  }

  /**
   * Starts the harness.
   * @param batch the maximum number of events in a job
   */
  static async open({ batch = 1 } = {}): Promise<EventRig> {
    // The harness starts its own application, since the tests empty the outbox and the queues.
    const run = await startApp({ clock: new TestClock() });
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    return new EventRig(run, owner, batch);
  }

  async close(): Promise<void> {
    await Promise.all(this.relays.map((relay) => relay.stop()));
    await Promise.all(this.runners.map((runner) => runner.close()));
    await this.queue.close();
    await Promise.all(this.clients.map((client) => client.disconnect()));
    await this.owner.end();
    await this.run.close();
  }

  async addRelay(): Promise<OutboxRelay> {
    const relay = new OutboxRelay(
      this.run.source,
      this.run.config.databaseUrl,
      routing,
      new Map([[queueName, { queue: this.queue, batch: this.batch }]]),
      this.logs.log,
      new WorkerMetrics(new Metrics()),
    );
    const due = new DueJobPoll(this.run.config.databaseUrl);
    const schedule = new JobSchedule(
      [new OutboxRelayPoll(relay)],
      due,
      this.run.clock,
      this.logs.log,
      new WorkerMetrics(new Metrics()),
    );
    this.relays.push({
      stop: async () => {
        await schedule.stop();
        await Promise.all([relay.stop(), due.close()]);
      },
    });
    await relay.start();
    schedule.start();
    return relay;
  }

  addRunner(): QueueWorker {
    const reaction: EventReaction<EventName> = (event) => this.react(event);
    const on = Object.fromEntries([...capabilities.events.keys()].map((name) => [name, reaction]));
    const runner = new QueueWorker(
      { name: queueName, concurrency: 20, batch: this.batch, on },
      this.run.source,
      this.connection('endless'),
      this.logs.log,
      new WorkerMetrics(new Metrics()),
    );
    this.runners.push(runner);
    return runner;
  }

  /** Stops relays and runners, and empties tables and queues, for the next test. */
  async rest(): Promise<void> {
    await Promise.all(this.relays.splice(0).map((relay) => relay.stop()));
    await Promise.all(this.runners.splice(0).map((runner) => runner.close()));
    await this.owner.query('DELETE FROM platform.outbox; DELETE FROM platform.processed_event');
    await this.empty();
    this.effects.length = 0;
    this.logs.lines.length = 0;
    this.react = (event) => Promise.resolve(void this.effects.push(event.id));
  }

  /** Lists the events that are recorded as handled, in order. */
  async processed(): Promise<string[]> {
    const { rows } = await this.owner.query<{ id: string }>(
      'SELECT event_id AS id FROM platform.processed_event ORDER BY event_id',
    );
    return rows.map(({ id }) => id);
  }

  /** Runs the sweeper on all events that are not done, however old they are. */
  sweep(): Promise<number> {
    return new OutboxSweeper(
      this.run.source,
      routing,
      new Map([[queueName, { queue: this.queue, batch: this.batch }]]),
      this.logs.log,
      0,
    ).run();
  }

  /** Commits this number of events, each in its own transaction or all in one. */
  async happen(count: number, { together = false } = {}): Promise<void> {
    const work = this.run.app.get(UnitOfWork);
    const sizes = together ? [count] : Array.from({ length: count }, () => 1);
    await Promise.all(
      sizes.map((size) =>
        work.run((tx) => {
          for (let i = 0; i < size; i++)
            tx.record('studies.study-changed', { study_id: randomId() });
          return Promise.resolve();
        }),
      ),
    );
  }

  async ids(condition = 'true'): Promise<string[]> {
    const { rows } = await this.owner.query<{ id: string }>(
      `SELECT id FROM platform.outbox WHERE ${condition} ORDER BY id`,
    );
    return rows.map((row) => row.id);
  }

  /**
   * Empties the queues (FLUSHALL in Redis, or the tables of BullMQ in PostgreSQL), as if they had
   * been lost.
   */
  async empty(): Promise<void> {
    const { redisUrl } = this.run.engines;
    if (redisUrl) {
      const redis = new Redis(redisUrl);
      await redis.flushall();
      redis.disconnect();
      return;
    }
    const { rows } = await this.owner.query<{ name: string }>(
      `SELECT format('%I.%I', schemaname, tablename) AS name FROM pg_tables WHERE schemaname = $1 AND tablename !~ 'migration'`,
      [queueSchema],
    );
    const truncate = () => this.owner.query(`TRUNCATE ${rows.map((row) => row.name).join(', ')}`);
    // Workers lock the same tables in a different order, so a deadlock may end this statement. If
    // that happens, the statement is repeated.
    await truncate().catch(truncate).catch(truncate);
  }

  /** Stops the program that holds the queues, until `back` is called. */
  async away(): Promise<void> {
    const { redis } = this.run.engines;
    if (redis) await redis.stop();
    else await this.owner.query(`REVOKE USAGE ON SCHEMA ${queueSchema} FROM commonlab_app`);
  }

  async back(): Promise<void> {
    const { redis } = this.run.engines;
    if (redis) await redis.restart();
    else await this.owner.query(`GRANT USAGE ON SCHEMA ${queueSchema} TO commonlab_app`);
  }

  private connection(patience: 'short' | 'endless') {
    const connection = connectToQueueEngine(this.run.config, patience);
    this.clients.push(connection);
    return connection;
  }
}
