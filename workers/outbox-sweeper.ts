import type { Queue } from 'bullmq';
import type { DataSource } from 'typeorm';
import type { Logger } from '../server/platform/observability/log';
import { withTimeout } from '../server/platform/concurrency/with-timeout';
import type { ScheduledJob } from '../server/platform/messaging/consumer';
import {
  addEventJobs,
  eventsOfJob,
  eventJobId,
  type EventQueue,
  type EventJobData,
  type OutboxRow,
  type EventQueues,
} from './event-jobs';
import { HandledEventsCleanup } from './handled-events-cleanup';
import type { EventRouting } from './relay';

interface Row extends OutboxRow {
  undone: string[];
}

const page = 500;
const pages = 20;
const atOnce = 10;
const sweepLock = 0x434c5357; // "CLSW"
const askWithinMs = 4_000;
/**
 * States of jobs that have not finished. A job in any other state is finished, failed or deleted,
 * and will not run again.
 */
const alive = new Set(['active', 'waiting', 'delayed', 'prioritized', 'waiting-children']);
/**
 * The states of unfinished jobs, in the order in which a job passes through them. Reading them in
 * this order does not miss a job that changes its state in the meantime.
 */
const aliveInOrder = ['delayed', 'prioritized', 'waiting', 'active'] as const;
/** How many jobs are read from a queue at a time; a job may carry a hundred events. */
const jobsAtOnce = 200;

/**
 * Repeats lost deliveries: if an event was added to a queue (`relayed_at`) and not handled within a
 * minute, it is added again. So if the queues lose their contents, events are delayed by a minute,
 * and none is lost. Events that every consumer has handled are deleted after an hour.
 */
export class OutboxSweeper implements ScheduledJob {
  readonly name = 'sweep';
  readonly everyMs = 20_000;
  private readonly routes: string;
  private readonly done: HandledEventsCleanup;

  constructor(
    private readonly source: DataSource,
    routing: EventRouting,
    private readonly queues: EventQueues,
    private readonly log: Logger,
    private readonly patienceMs = 60_000,
  ) {
    this.routes = JSON.stringify(
      [...routing].flatMap(([name, names]) => names.map((queue) => ({ name, queue }))),
    );
    this.done = new HandledEventsCleanup(source, this.routes);
  }

  /**
   * Returns an SQL condition that is true if some events were added to the queues so long ago that
   * they should have been handled. It returns undefined when it is time to search for orphaned
   * rows, since the sweeper must then run in any case. `relayed_at` is a time of PostgreSQL's
   * clock.
   */
  isDue(): string | undefined {
    return this.done.looksForStrays
      ? undefined
      : `EXISTS (SELECT FROM platform.outbox
          WHERE relayed_at < pg_catalog.now() - make_interval(secs => ${this.patienceMs / 1_000}))`;
  }

  /**
   * Runs in one process at a time: several processes would search for the same events, and for the
   * same jobs in the queues.
   * @returns how many jobs were added again; 0 if another process is running this
   */
  async run(): Promise<number> {
    const runner = this.source.createQueryRunner();
    try {
      // The lock belongs to the database session. With a lock of a transaction, PostgreSQL could
      // end the idle transaction during a long sweep.
      const [lock] = (await runner.query(`SELECT pg_try_advisory_lock($1) AS mine`, [
        sweepLock,
      ])) as { mine: boolean }[];
      if (!lock?.mine) return 0;
      try {
        const count = await this.handOverAgain();
        await this.done.forget();
        return count;
      } finally {
        // If the connection was lost, PostgreSQL has already released the lock.
        await runner.query('SELECT pg_advisory_unlock($1)', [sweepLock]).catch(() => undefined);
      }
    } finally {
      await runner.release();
    }
  }

  private async handOverAgain(): Promise<number> {
    let count = 0;
    const [now]: { before: string }[] = await this.source.query(
      `SELECT (now() - $1 * interval '1 millisecond')::text AS before`,
      [this.patienceMs],
    );
    const known = new Map<string, Set<string>>();
    for (let n = 0; n < pages; n++) {
      const rows = await this.undone(now?.before ?? '-infinity');
      for (const [name, to] of this.queues) {
        const lost = rows.filter((row) => row.undone.includes(name));
        if (lost.length === 0) continue;
        if (to.batch === 1) count += await this.eachAgain(to.queue, lost);
        else {
          const inJobs = known.get(name) ?? (await this.eventsIn(to.queue));
          known.set(name, inJobs);
          count += await this.togetherAgain(
            to,
            lost.filter(({ id }) => !inJobs.has(id)),
          );
        }
      }
      // Events with the oldest `relayed_at` are read first. This statement sets it to now, so the
      // next page contains different events. An event that is retried for days, for example because
      // a mail cannot be sent, is checked only once a minute.
      if (rows.length > 0)
        await this.source.query(
          `UPDATE platform.outbox SET relayed_at = now() WHERE id = ANY($1::uuid[])`,
          [rows.map((row) => row.id)],
        );
      if (rows.length < page) break;
    }
    return count;
  }

  private undone(before: string): Promise<Row[]> {
    return this.source.query(
      `SELECT o.id, o.name, o.data, o.at, o.request_id, array_agg(r.queue) AS undone
       FROM platform.outbox o JOIN jsonb_to_recordset($1::jsonb) AS r (name text, queue text) ON r.name = o.name
       WHERE o.relayed_at < $2::timestamptz AND NOT EXISTS (SELECT 1 FROM platform.processed_event d
       WHERE d.event_id = o.id AND d.consumer = r.queue)
       GROUP BY o.id ORDER BY o.relayed_at LIMIT ${page}`,
      [this.routes, before],
    );
  }

  /** Reads the ids of the events in a queue's unfinished jobs. */
  private async eventsIn(queue: Queue<EventJobData>): Promise<Set<string>> {
    const ids = new Set<string>();
    for (const state of aliveInOrder)
      for (let from = 0, found = jobsAtOnce; found === jobsAtOnce; from += jobsAtOnce) {
        const jobs = await withTimeout(
          askWithinMs,
          `asking the queue ${queue.name}`,
          queue.getJobs(state, from, from + jobsAtOnce - 1),
        );
        for (const { data } of jobs) for (const { id } of eventsOfJob(data)) ids.add(id);
        found = jobs.length;
      }
    return ids;
  }

  private async togetherAgain(to: EventQueue, rows: readonly Row[]): Promise<number> {
    if (rows.length === 0) return 0;
    // After the page of events was read, a job may have run and recorded its event as handled. So
    // this is the second check for handled events.
    const done = await this.doneOf(rows, to.queue.name);
    const lost = rows.filter(({ id }) => !done.has(id));
    if (lost.length === 0) return 0;
    await withTimeout(
      askWithinMs,
      `adding to the queue ${to.queue.name}`,
      addEventJobs(lost, to, String(Date.now())),
    );
    for (const row of lost) this.tell(row, to.queue);
    return lost.length;
  }

  private async eachAgain(queue: Queue<EventJobData>, rows: readonly Row[]): Promise<number> {
    let count = 0;
    for (let i = 0; i < rows.length; i += atOnce) {
      const added = await Promise.all(
        rows
          .slice(i, i + atOnce)
          .map((row) =>
            withTimeout(
              askWithinMs,
              `asking the queue ${queue.name}`,
              this.addUnlessAlive(queue, row),
            ),
          ),
      );
      count += added.filter(Boolean).length;
    }
    return count;
  }

  private async addUnlessAlive(queue: Queue<EventJobData>, row: Row): Promise<boolean> {
    const id = eventJobId(row.id, queue.name);
    const job = await queue.getJob(id);
    if (job) {
      if (alive.has(await job.getState())) return false;
      // BullMQ ignores a new job with an id that it knows, so the old job is removed first. It
      // refuses to remove a job that another worker has started in the meantime; then that job
      // stays.
      const gone = await job.remove().then(
        () => true,
        () => false,
      );
      if (!gone) return false;
    }
    // The job may have run after the page of events was read. Now that no job is left, checks again
    // whether the event was handled.
    if ((await this.doneOf([row], queue.name)).size > 0) return false;
    await addEventJobs([row], { queue, batch: 1 });
    this.tell(row, queue);
    return true;
  }

  private tell({ id, request_id }: Row, { name }: Queue): void {
    this.log.info({ queue: name, event_id: id, request_id }, 'handed over again');
  }

  private async doneOf(rows: readonly Row[], consumer: string): Promise<Set<string>> {
    const done: { event_id: string }[] = await this.source.query(
      `SELECT event_id FROM platform.processed_event WHERE event_id = ANY($1::uuid[]) AND consumer = $2`,
      [rows.map(({ id }) => id), consumer],
    );
    return new Set(done.map(({ event_id }) => event_id));
  }
}
