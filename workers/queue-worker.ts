import { Worker, type Job } from 'bullmq';
import type { DataSource } from 'typeorm';
import type { DomainEvent } from '../contracts/base/events';
import { Batcher } from '../server/platform/concurrency/batcher';
import { prepared } from '../server/platform/db/prepared';
import type { Logger } from '../server/platform/observability/log';
import { redactedErrorMessageOf } from '../server/platform/observability/redact-error';
import { queuePrefix, type QueueConnection } from '../server/platform/messaging/queues';
import type { EventConsumer, EventReaction } from '../server/platform/messaging/consumer';
import { eventsOfJob, type EventJobData } from './event-jobs';
import { retryDelayMs } from './relay';
import type { WorkerMetrics } from './worker-metrics';

type Any = EventReaction<DomainEvent['name']>;

/**
 * Records events as handled. The table has no foreign key to the events: looking up and locking the
 * event would cost PostgreSQL as much as the row itself (docs/decisions/outbox-and-queues.md). The
 * outbox sweeper deletes rows whose event is gone.
 */
const recordThese = prepared(
  'record-processed',
  `INSERT INTO platform.processed_event (event_id, consumer)
   SELECT id, $1::text FROM unnest($2::uuid[]) AS k (id) ON CONFLICT DO NOTHING`,
);

/** Events that are handled within this many milliseconds are recorded with one statement. */
const gatherMs = 20;

/**
 * Handles the jobs of one consumer's queue: skips events that were handled before, calls the
 * reaction, and records each event as handled. A reaction that fails is retried with growing
 * pauses, and does not affect the other events of its job.
 */
export class QueueWorker {
  private readonly worker: Worker<EventJobData>;
  private readonly underWay = new Set<Promise<void>>();
  /** The events that this worker is handling at the moment. */
  private readonly events = new Map<string, Promise<void>>();
  private readonly isDone: Batcher<string, boolean>;
  private readonly recordDone: Batcher<string, undefined>;
  /** The errors that were already logged, so that none is logged twice. */
  private readonly told = new WeakSet<Error>();

  constructor(
    private readonly consumer: EventConsumer,
    source: DataSource,
    private readonly connection: QueueConnection,
    private readonly log: Logger,
    private readonly metrics: WorkerMetrics,
  ) {
    this.isDone = new Batcher(async (ids) => {
      const rows: { event_id: string }[] = await source.query(
        `SELECT event_id FROM platform.processed_event WHERE consumer = $1 AND event_id = ANY($2::uuid[])`,
        [consumer.name, ids],
      );
      const done = new Set(rows.map((row) => row.event_id));
      return ids.map((id) => done.has(id));
    });
    this.recordDone = new Batcher(
      async (ids) => {
        await recordThese(source, [consumer.name, ids]);
        return ids.map(() => undefined);
      },
      { gatherMs },
    );
    // If a process is killed, its jobs start again when their locks expire, after at most twenty
    // seconds. A lock is renewed while a reaction runs. Reactions are idempotent, so running one
    // twice does no harm.
    this.worker = new Worker<EventJobData>(consumer.name, (job) => this.watched(job), {
      connection: connection.options,
      prefix: queuePrefix,
      concurrency: consumer.concurrency,
      lockDuration: 15_000,
      stalledInterval: 5_000,
      maxStalledCount: 100,
      drainDelay: connection.lookAgainSeconds,
      settings: { backoffStrategy: retryDelayMs },
    });
    this.worker.on('error', (error) =>
      log.warn({ queue: consumer.name, err: { message: error.message } }, 'queue'),
    );
    this.worker.on('failed', (job, error) => {
      // Failures of reactions were already logged one by one.
      if (!job || !this.told.has(error)) this.tellFailure(job, undefined, error);
    });
  }

  /**
   * Waits for the running reactions, and closes the worker. If the queue engine (Redis or
   * PostgreSQL) cannot be reached, the worker is closed by force. The engine then notices the end
   * when the jobs' locks expire.
   */
  async close(): Promise<void> {
    if (this.connection.isAway()) {
      await Promise.allSettled(this.underWay);
      await this.worker.close(true);
    } else await this.worker.close();
  }

  private async watched(job: Job<EventJobData>): Promise<void> {
    const run = this.process(job);
    this.underWay.add(run);
    try {
      await run;
    } finally {
      this.underWay.delete(run);
    }
  }

  private async process(job: Job<EventJobData>): Promise<void> {
    const failures: Error[] = [];
    await Promise.all(
      eventsOfJob(job.data).map((event) =>
        this.react(event).catch((error: unknown) => {
          // The queue and the log store the message of a failure, so it must not repeat what people
          // typed.
          const words = redactedErrorMessageOf(error);
          const failure =
            error instanceof Error && error.message === words ? error : new Error(words);
          failures.push(failure);
          this.tellFailure(job, event, failure);
        }),
      ),
    );
    const [first] = failures;
    if (!first) return;
    this.told.add(first);
    throw first;
  }

  /** Handles an event. If two jobs contain the same event, the second one waits for the first. */
  private react(event: DomainEvent): Promise<void> {
    const known = this.events.get(event.id);
    if (known) return known;
    const run = this.once(event).finally(() => this.events.delete(event.id));
    this.events.set(event.id, run);
    return run;
  }

  private async once(event: DomainEvent): Promise<void> {
    if (await this.isDone.load(event.id)) return;
    const react = this.consumer.on[event.name] as Any | undefined;
    if (react) await this.metrics.reaction(this.consumer.name, () => react(event));
    await this.recordDone.load(event.id);
    this.log.info(
      {
        queue: this.consumer.name,
        event_id: event.id,
        event: event.name,
        request_id: event.request_id,
      },
      'reacted',
    );
  }

  private tellFailure(
    job: Job<EventJobData> | undefined,
    event: DomainEvent | undefined,
    { message }: Error,
  ): void {
    this.log.warn(
      {
        queue: this.consumer.name,
        event_id: event?.id,
        request_id: event?.request_id,
        attempt: job && job.attemptsMade + (event ? 1 : 0),
        err: { message },
      },
      'reaction failed',
    );
  }
}
