import { createHash } from 'node:crypto';
import type { JobsOptions, Queue } from 'bullmq';
import type { DomainEvent, EventName } from '../contracts/base/events';
import { minutes } from '../server/platform/concurrency/clock';

/** An event as the outbox table stores it. */
export interface OutboxRow {
  id: string;
  name: EventName;
  data: DomainEvent['data'];
  at: Date;
  request_id: string | null;
}

/** A queue, and how many events one of its jobs may carry (Consumer.batch). */
export interface EventQueue {
  queue: Queue<JobData>;
  batch: number;
}
export type Queues = ReadonlyMap<string, EventQueue>;

/** The data of a job: one event, or several, each of which is handled independently. */
export type JobData = DomainEvent | { events: DomainEvent[] };
export const eventsOf = (data: JobData): DomainEvent[] => ('events' in data ? data.events : [data]);

const eventOf = ({ id, name, data, at, request_id }: OutboxRow): DomainEvent => ({
  id,
  name,
  data,
  at: at.toISOString(),
  request_id,
});

/**
 * A finished job contains a participation with its times, so it is deleted within an hour: when the next one
 * finishes, or by finished-jobs.ts if none does.
 */
export const finishedRetentionMs = minutes(50);

/**
 * Jobs are retried for days, with pauses that grow to half a minute: a mail waits for its SMTP server without
 * manual intervention.
 */
const jobOptions = {
  attempts: 10_000,
  backoff: { type: 'custom' },
  removeOnComplete: { age: finishedRetentionMs / 1_000, count: 1000 },
  removeOnFail: { count: 5000 },
} as const;

/** The id of a job with only this event. */
export const jobId = (eventId: string, queue: string) => `${eventId}-${queue}`;

/**
 * The job id for several events: the same events give the same id, so that a relay that died between the queue and
 * its commit adds nothing twice. Another relay may combine the events differently: then two jobs contain them, and
 * the second one finds them done, or repeats an idempotent reaction.
 */
const idOf = (rows: readonly OutboxRow[], queue: string, again: string): string => {
  const [first] = rows;
  if (rows.length === 1 && first && again === '') return jobId(first.id, queue);
  const hash = createHash('sha256').update(rows.map(({ id }) => id).join() + again);
  return `${hash.digest('hex').slice(0, 40)}-${queue}`;
};

/**
 * The jobs of these events in one queue.
 * @param again creates a new id, because the queue may know the former one
 */
function jobsOf(
  rows: readonly OutboxRow[],
  { queue, batch }: EventQueue,
  again = '',
): { name: string; data: JobData; opts: JobsOptions }[] {
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

/** Up to this number of jobs, adding them one by one costs PostgreSQL less. */
const fewJobs = 4;

/**
 * Adds the jobs of these events. Few of them go one by one: to add many together BullMQ makes and drops two temporary
 * tables in PostgreSQL, whose entries in the catalogue cost more than the jobs. If it fails in between, only some are
 * added; a second try uses the same ids, so none is added twice.
 */
export async function addJobs(
  rows: readonly OutboxRow[],
  to: EventQueue,
  again?: string,
): Promise<void> {
  const jobs = jobsOf(rows, to, again);
  if (jobs.length > fewJobs) await to.queue.addBulk(jobs);
  else await Promise.all(jobs.map(({ name, data, opts }) => to.queue.add(name, data, opts)));
}
