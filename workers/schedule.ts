import { repeat, type Repetition } from '../server/platform/concurrency/repeat';
import type { Logger } from '../server/platform/observability/log';
import { messageOf } from '../server/platform/observability/redact-error';
import type { Job } from '../server/platform/messaging/consumer';
import type { WorkerMetrics } from './worker-metrics';

/**
 * Runs each job repeatedly, never twice at once in one process; a failed run is logged, and the
 * next run retries.
 */
export class Schedule {
  private repetitions: Repetition[] = [];

  constructor(
    private readonly jobs: readonly Job[],
    private readonly log: Logger,
    private readonly metrics: WorkerMetrics,
  ) {}

  start(): void {
    this.repetitions = this.jobs.map((job) =>
      repeat(() => this.run(job), {
        everyMs: job.everyMs,
        firstMs: Math.random() * Math.min(job.everyMs, 1_000),
        onError: (error) =>
          this.log.warn({ job: job.name, err: { message: messageOf(error) } }, 'job failed'),
      }),
    );
  }

  async stop(): Promise<void> {
    await Promise.all(this.repetitions.map((repetition) => repetition.stop()));
  }

  private async run(job: Job): Promise<void> {
    const count = await this.metrics.job(job.name, () => job.run());
    if (count > 0) this.log.info({ job: job.name, count }, 'job');
  }
}
