import type { Pool } from 'pg';
import { Batcher } from '../concurrency/batcher';
import { runRepeatedly, type RepeatingTask } from '../concurrency/repeat';
import { NotificationListener } from '../db/listener';

/**
 * The channel of BullMQ's notifications. Each notification is the name of a queue that may have a
 * job now.
 */
const channel = 'bullmq_jobs';
/**
 * The interval of polling, in milliseconds: while the connection that receives notifications is
 * open, and while it is lost.
 */
const pollMs = { listening: 5_000, lost: 1_000 };
/** The longest timer that Node.js supports, in milliseconds. */
const longestTimerMs = 2 ** 31 - 1;

/** Whether a queue has a job now, and when its next delayed job is due. */
interface Waiting {
  hasJob: boolean;
  /** Milliseconds until the next delayed job is due; negative if it is due already. */
  dueInMs: number | null;
}

interface Wait {
  queue: string;
  until: number;
  timer: NodeJS.Timeout | undefined;
  end: () => void;
}

const statement = {
  name: 'waiting-workers',
  text: `SELECT q.name AS queue,
     EXISTS (SELECT FROM job WHERE job.queue = q.name AND job.state = 'waiting')
       AND NOT EXISTS (SELECT FROM meta WHERE meta.queue = q.name AND field = 'paused' AND value = '1') AS has_job,
     (SELECT min(process_at_ms) FROM job WHERE job.queue = q.name AND job.state = 'delayed') AS due_at
   FROM unnest($1::text[]) AS q (name)`,
};

/**
 * The workers of one process that wait for jobs in PostgreSQL queues. They share one connection
 * that receives notifications, and one statement that queries all of their queues. A worker
 * continues when its queue has a job, when a delayed job becomes due, or when its waiting time is
 * over.
 */
export class WaitingWorkers {
  private readonly waits = new Set<Wait>();
  private readonly looks: Batcher<string, Waiting>;
  private listener: NotificationListener | undefined;
  private started: Promise<void> | undefined;
  private polling: RepeatingTask | undefined;
  private lookedAt = performance.now();
  private stopped = false;

  constructor(
    private readonly pool: Pick<Pool, 'query'>,
    private readonly listenerFor: (
      on: Pick<
        ConstructorParameters<typeof NotificationListener>[0],
        'channel' | 'notified' | 'resumed'
      >,
    ) => NotificationListener,
  ) {
    this.looks = new Batcher((queues) => this.look(queues));
  }

  /**
   * Waits for a job in the queue.
   * @param signal ends the wait immediately
   * @returns when the queue may have a job, or after `ms` milliseconds, or when `stop` is called
   */
  async job(queue: string, ms: number, signal: AbortSignal): Promise<void> {
    if (this.stopped || signal.aborted) return;
    await new Promise<void>((resolve) => {
      const wait: Wait = {
        queue,
        until: performance.now() + ms,
        timer: undefined,
        end: () => {
          clearTimeout(wait.timer);
          this.waits.delete(wait);
          signal.removeEventListener('abort', wait.end);
          resolve();
        },
      };
      signal.addEventListener('abort', wait.end);
      this.waits.add(wait);
      this.plan(wait, ms);
      // Jobs that were added before the connection listened send no notification, so the queue is
      // queried once.
      void this.start().then(() => this.lookFor(wait));
    });
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const { end } of [...this.waits]) end();
    await Promise.all([this.polling?.stop(), this.listener?.stop()]);
  }

  private start(): Promise<void> {
    this.started ??= this.listen();
    return this.started;
  }

  private listen(): Promise<void> {
    const listener = this.listenerFor({
      channel,
      notified: (queue) => this.wake(queue),
      resumed: () => void this.lookForAll(),
    });
    this.listener = listener;
    this.polling = runRepeatedly(
      async () => {
        const { listening, lost } = pollMs;
        const everyMs = listener.isListening() ? listening : lost;
        if (performance.now() - this.lookedAt >= everyMs) await this.lookForAll();
      },
      { everyMs: pollMs.lost, onError: () => undefined },
    );
    return listener.start();
  }

  private wake(queue: string): void {
    for (const wait of [...this.waits]) if (wait.queue === queue) wait.end();
  }

  private async lookForAll(): Promise<void> {
    this.lookedAt = performance.now();
    await Promise.all([...this.waits].map((wait) => this.lookFor(wait)));
  }

  /** Queries the queue of a waiting worker. If the query fails, the next poll repeats it. */
  private async lookFor(wait: Wait): Promise<void> {
    if (!this.waits.has(wait)) return;
    const found = await this.looks.load(wait.queue).catch(() => undefined);
    if (!found || !this.waits.has(wait)) return;
    const { hasJob, dueInMs } = found;
    if (hasJob || (dueInMs !== null && dueInMs <= 0)) wait.end();
    else if (dueInMs !== null) this.plan(wait, Math.min(dueInMs, wait.until - performance.now()));
  }

  private plan(wait: Wait, ms: number): void {
    clearTimeout(wait.timer);
    wait.timer = setTimeout(wait.end, Math.min(Math.max(ms, 0), longestTimerMs));
  }

  private async look(queues: string[]): Promise<(Waiting | Error)[]> {
    const { rows } = await this.pool.query<{
      queue: string;
      has_job: boolean;
      due_at: string | null;
    }>({ ...statement, values: [[...new Set(queues)]] });
    const found = new Map(rows.map((row) => [row.queue, row]));
    return queues.map((queue) => {
      const row = found.get(queue);
      const dueAt = row?.due_at ?? null;
      return {
        hasJob: row?.has_job ?? false,
        dueInMs: dueAt === null ? null : Number(dueAt) - Date.now(),
      };
    });
  }
}
