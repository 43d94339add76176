import { createHash } from 'node:crypto';
import type { JobsOptions, Queue } from 'bullmq';
import type { DomainEvent, EventName } from '../contracts/base/events';
import { minutes } from '../server/platform/concurrency/clock';

export interface OutboxRow {
  id: string;
  name: EventName;
  data: DomainEvent['data'];
  at: Date;
  request_id: string | null;
}

/** A queue, and how many events a job in it may carry (Consumer.batch). */
export interface EventQueue {
  queue: Queue<EventJobData>;
  batch: number;
}
export type EventQueues = ReadonlyMap<string, EventQueue>;

/** The data of a job: one event, or several events, each of which is handled separately. */
export type EventJobData = DomainEvent | { events: DomainEvent[] };
export const eventsOfJob = (data: EventJobData): DomainEvent[] =>
  'events' in data ? data.events : [data];

const eventOf = ({ id, name, data, at, request_id }: OutboxRow): DomainEvent => ({
  id,
  name,
  data,
  at: at.toISOString(),
  request_id,
});

/**
 * How long finished jobs are kept, in milliseconds. A job contains a participation and its times,
 * so it is deleted within an hour: by BullMQ when another job in the queue finishes, otherwise by
 * finished-jobs.ts.
 */
export const finishedJobRetentionMs = minutes(50);

/**
 * Jobs are retried for days, with pauses of up to half a minute, so that a mail waits for its SMTP
 * server until that works again.
 */
const jobOptions = {
  attempts: 10_000,
  backoff: { type: 'custom' },
  removeOnComplete: { age: finishedJobRetentionMs / 1_000, count: 1000 },
  removeOnFail: { count: 5000 },
} as const;

/** Returns the id of a job with a single event. */
export const eventJobId = (eventId: string, queue: string) => `${eventId}-${queue}`;

/**
 * Returns the id of a job with several events: a hash of the events' ids. So if a relay stops after
 * it has added the job and before it commits, the next attempt adds no second job. Another relay
 * may combine the events differently. Then an event is in two jobs. The second job skips the event
 * or repeats the reaction, which does no harm.
 */
const idOf = (rows: readonly OutboxRow[], queue: string, again: string): string => {
  const [first] = rows;
  if (rows.length === 1 && first && again === '') return eventJobId(first.id, queue);
  const hash = createHash('sha256').update(rows.map(({ id }) => id).join() + again);
  return `${hash.digest('hex').slice(0, 40)}-${queue}`;
};

/**
 * Makes the jobs that bring these events to one queue.
 * @param again a text that becomes part of the ids of the jobs. Without it, the queue could ignore
 * the jobs, because it may still know earlier jobs with equal ids
 */
function jobsOf(
  rows: readonly OutboxRow[],
  { queue, batch }: EventQueue,
  again = '',
): { name: string; data: EventJobData; opts: JobsOptions }[] {
  const jobs = [];
  for (let i = 0; i < rows.length; i += batch) {
    const some = rows.slice(i, i + batch);
    const [first] = some;
    if (!first) continue;
    jobs.push({
      name: some.length === 1 ? first.name : 'events',
      data: some.length === 1 ? eventOf(first) : { events: some.map(eventOf) },
      opts: { ...jobOptions, jobId: idOf(some, queue.name, again) },
    });
  }
  return jobs;
}

/** Up to this number of jobs, it costs PostgreSQL less to add them one by one than together. */
const fewJobs = 4;

/**
 * Adds jobs for these events. A few jobs are added one by one: to add many at once, BullMQ creates
 * and drops two temporary tables in PostgreSQL, which costs more than adding a few jobs. If an
 * error happens after some jobs were added, a second attempt uses the same ids, so no job is added
 * twice.
 */
export async function addEventJobs(
  rows: readonly OutboxRow[],
  to: EventQueue,
  again?: string,
): Promise<void> {
  const jobs = jobsOf(rows, to, again);
  if (jobs.length > fewJobs) await to.queue.addBulk(jobs);
  else await Promise.all(jobs.map(({ name, data, opts }) => to.queue.add(name, data, opts)));
}
