import type { Logger } from '../server/platform/observability/log';
import { messageOf } from '../server/platform/observability/redact-error';
import type { Job } from '../server/platform/messaging/consumer';

/**
 * Runs each job repeatedly, never twice at once in one process; a failed run is logged, and the
 * next run retries.
 */
export class Schedule {
  private readonly timers = new Set<NodeJS.Timeout>();
  private readonly running = new Set<Promise<unknown>>();
  private stopped = false;

  constructor(
    private readonly jobs: readonly Job[],
    private readonly log: Logger,
  ) {}

  start(): void {
    for (const job of this.jobs) this.plan(job, Math.random() * Math.min(job.everyMs, 1_000));
  }

  async stop(): Promise<void> {
    this.stopped = true;
    for (const timer of this.timers) clearTimeout(timer);
    await Promise.all(this.running);
  }

  private plan(job: Job, inMs: number): void {
    if (this.stopped) return;
    const timer = setTimeout(() => {
      this.timers.delete(timer);
      const run = job
        .run()
        .then(
          (count) => void (count > 0 && this.log.info({ job: job.name, count }, 'job')),
          (error: unknown) =>
            this.log.warn({ job: job.name, err: { message: messageOf(error) } }, 'job failed'),
        )
        .finally(() => {
          this.running.delete(run);
          this.plan(job, job.everyMs);
        });
      this.running.add(run);
    }, inMs);
    this.timers.add(timer);
  }
}
