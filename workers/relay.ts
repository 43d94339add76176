import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import type { EventName } from '../contracts/base/events';
import type { Logger } from '../server/platform/observability/log';
import { NotificationListener } from '../server/platform/db/listener';
import { outboxChannel } from '../server/platform/db/unit-of-work';
import type { EventConsumer, ScheduledJob } from '../server/platform/messaging/consumer';
import { withTimeout } from '../server/platform/concurrency/with-timeout';
import type { WorkerMetrics } from './worker-metrics';
import { redactedErrorMessageOf } from '../server/platform/observability/redact-error';
import { addEventJobs, type OutboxRow, type EventQueues } from './event-jobs';

const batchSize = 100;
/** The pause after a failed batch, in milliseconds. */
const retryMs = 2_000;
/**
 * The pause between two batches while events keep coming, in milliseconds. Events that arrive
 * during the pause share a transaction and a job.
 */
const gatherMs = 100;
/**
 * How long the relay holds back the first event after a quiet time, in milliseconds. In this time,
 * the server tells the open pages about the change (docs/decisions/live-updates.md). Without the
 * wait, the mails, hashes and jobs that follow from the event would compete with the server for the
 * CPU of a machine with few cores. The last of 2,000 subscribers would then get the message 50 %
 * later (docs/performance.md).
 */
const afterPauseMs = 60;
/**
 * How long adding jobs may take, in milliseconds. While the relay waits for an unreachable queue
 * engine (Redis or PostgreSQL), the rows of the batch stay locked and the shutdown is delayed. If
 * the engine accepts a job after this timeout, the job's id prevents a second one.
 */
const addWithinMs = 4_000;

/**
 * Returns the pause before another attempt, in milliseconds. It is rounded, because BullMQ's
 * PostgreSQL tables accept only whole milliseconds; otherwise the job would hang until it counts as
 * stalled.
 */
export const retryDelayMs = (attempt: number) =>
  Math.round(Math.min(30_000, 250 * 2 ** Math.min(attempt - 1, 10)) * (0.7 + Math.random() * 0.6));

/**
 * The names of the queues that get each event: those of the consumers that have the event in `on`.
 */
export type EventRouting = ReadonlyMap<EventName, readonly string[]>;

/**
 * Finds the queues for each event.
 * @param names all events that contexts declare
 * @param silent events that are declared to have no consumer
 * @throws Error if an event without a consumer is not declared silent, or a silent event has one;
 * if a consumer names an event that no context declares; or if two consumers have the same name
 */
export function routingOf(
  consumers: readonly EventConsumer[],
  names: readonly EventName[],
  silent: ReadonlySet<EventName>,
): EventRouting {
  const queueNames = consumers.map((c) => c.name);
  const twice = queueNames.find((name, i) => queueNames.indexOf(name) !== i);
  if (twice) throw new Error(`two consumers are called ${twice}`);
  for (const { name, on } of consumers)
    for (const event of Object.keys(on) as EventName[])
      if (!names.includes(event))
        throw new Error(`${name} reacts to ${event}, which no context declares`);
  const routing = new Map<EventName, string[]>();
  for (const name of names) {
    const queues = consumers.filter((c) => c.on[name] !== undefined).map((c) => c.name);
    if (queues.length === 0 && !silent.has(name))
      throw new Error(`nothing reacts to ${name}, and no context declares it silent`);
    if (queues.length > 0 && silent.has(name))
      throw new Error(`${name} is declared silent, but ${queues.join(', ')} reacts to it`);
    routing.set(name, queues);
  }
  return routing;
}

/**
 * Adds committed events to the queues, several in one job if the consumer accepts that, and then
 * marks them as relayed. Each batch is one transaction, which skips rows that another relay has
 * locked. An event is added at least once. The relay does not use the last id as a cursor, because
 * an event with a higher id may commit earlier.
 */
export class OutboxRelay {
  private readonly listener: NotificationListener;
  private running: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private retryTimer: NodeJS.Timeout | undefined;

  constructor(
    private readonly source: DataSource,
    databaseUrl: string,
    private readonly routing: EventRouting,
    private readonly queues: EventQueues,
    private readonly log: Logger,
    private readonly metrics: WorkerMetrics,
  ) {
    this.listener = new NotificationListener({
      databaseUrl,
      application: 'commonlab-relay',
      channel: outboxChannel,
      notified: () => this.wake(),
      resumed: () => this.wake(),
    });
  }

  async start(): Promise<void> {
    await this.listener.start();
    this.wake();
  }

  /** Whether the relay gets notifications of committed events. */
  isListening(): boolean {
    return this.listener.isListening();
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.retryTimer);
    await this.listener.stop();
    await this.running;
  }

  wake(): void {
    if (this.stopped) return;
    this.again = true;
    this.running ??= this.drain().finally(() => {
      this.running = undefined;
      if (this.again) this.wake();
    });
  }

  private async drain(): Promise<void> {
    try {
      await wait(afterPauseMs);
      let moved = batchSize;
      while (!this.stopped && (this.again || moved === batchSize)) {
        this.again = false;
        moved = await this.batch();
        this.metrics.relayed.inc(moved);
        if (this.again && moved < batchSize) await wait(gatherMs);
      }
    } catch (error) {
      this.again = false; // the events wait in the outbox
      clearTimeout(this.retryTimer);
      if (!this.stopped) this.retryTimer = setTimeout(() => this.wake(), retryMs);
      this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'relay waits');
    }
  }

  /** @returns how many events were added to the queues */
  private batch(): Promise<number> {
    return this.source.transaction(async (manager) => {
      const rows: OutboxRow[] = await manager.query(
        `SELECT id, name, data, at, request_id FROM platform.outbox WHERE relayed_at IS NULL
         ORDER BY at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED`,
      );
      if (rows.length === 0) return 0;
      for (const [name, to] of this.queues) {
        const some = rows.filter((row) => this.routing.get(row.name)?.includes(name));
        if (some.length > 0)
          await withTimeout(addWithinMs, `adding to the queue ${name}`, addEventJobs(some, to));
      }
      await manager.query(
        `UPDATE platform.outbox SET relayed_at = now() WHERE id = ANY($1::uuid[])`,
        [rows.map((row) => row.id)],
      );
      return rows.length;
    });
  }
}

/**
 * Looks for new events every two seconds, in case a notification is lost. The condition `isDue` is
 * part of the statement by which the schedule checks all jobs.
 */
export class OutboxRelayPoll implements ScheduledJob {
  readonly name = 'relay';
  readonly everyMs = 2_000;
  constructor(private readonly relay: Pick<OutboxRelay, 'wake'>) {}

  isDue(): string {
    return 'EXISTS (SELECT FROM platform.outbox WHERE relayed_at IS NULL)';
  }

  run(): Promise<number> {
    this.relay.wake();
    return Promise.resolve(0);
  }
}
