import type { Clock } from '../server/platform/concurrency/clock';
import { runRepeatedly, type RepeatingTask } from '../server/platform/concurrency/repeat';
import type { Logger } from '../server/platform/observability/log';
import { redactedErrorMessageOf } from '../server/platform/observability/redact-error';
import type { ScheduledJob } from '../server/platform/messaging/consumer';
import type { DueJobLookup } from './due-poll';
import type { WorkerMetrics } from './worker-metrics';

const tickMs = 1_000;
/**
 * A timer may fire up to this many milliseconds early. A job that is due within this time runs at
 * once, and does not wait for the next tick.
 */
const earlyMs = 50;
/**
 * The pause after a failure of the statement that finds due jobs: the first and the longest, in
 * milliseconds.
 */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

interface Planned {
  readonly job: ScheduledJob;
  /** When the job may run next, in milliseconds of this process's clock. */
  nextAt: number;
  running: Promise<void> | undefined;
}

/**
 * Runs each job at its interval.
 * - Two runs of a job never overlap in one process. A failed run is logged; the next run tries again.
 * - Once a second, one SQL statement checks which of the jobs whose interval has passed have
 *   something to do. Only these jobs run.
 * - If the statement fails, all jobs whose interval has passed run, so that a wrong condition of one
 *   job does not stop the others. After each further failure in a row, the pause before the next
 *   statement doubles, so that a slow database does not get the work of all jobs every second.
 */
export class JobSchedule {
  private readonly planned: Planned[];
  private ticking: RepeatingTask | undefined;
  private stopped = false;
  /** How often in a row the statement that finds due jobs has failed. */
  private failures = 0;
  private pausedUntil = 0;

  constructor(
    jobs: readonly ScheduledJob[],
    private readonly due: DueJobLookup,
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly metrics: WorkerMetrics,
  ) {
    this.planned = jobs.map((job) => ({ job, nextAt: 0, running: undefined }));
  }

  start(): void {
    this.ticking = runRepeatedly(() => this.tick(), {
      everyMs: tickMs,
      firstMs: Math.random() * tickMs,
      onError: (error) =>
        this.log.warn({ err: { message: redactedErrorMessageOf(error) } }, 'schedule'),
    });
  }

  /**
   * Starts no further jobs, and waits until the running jobs have ended.
   */
  async stop(): Promise<void> {
    this.stopped = true;
    await this.ticking?.stop();
    await Promise.all(this.planned.flatMap(({ running }) => running ?? []));
  }

  private async tick(): Promise<void> {
    const began = performance.now();
    if (this.pausedUntil - earlyMs > began) return;
    const turns = this.planned.filter(
      ({ running, nextAt }) => !running && nextAt - earlyMs <= began,
    );
    if (turns.length === 0) return;
    for (const turn of turns) turn.nextAt = began + turn.job.everyMs;
    const due = new Set(await this.dueOf(turns.map(({ job }) => job)));
    if (this.stopped) return;
    for (const turn of turns)
      if (due.has(turn.job))
        turn.running = this.run(turn.job).finally(() => (turn.running = undefined));
  }

  private async dueOf(jobs: readonly ScheduledJob[]): Promise<readonly ScheduledJob[]> {
    try {
      const due = await this.due.of(jobs, this.clock.now());
      if (this.failures > 0 && !this.stopped)
        this.log.warn({ failures: this.failures }, 'asking which jobs are due works again');
      this.failures = 0;
      return due;
    } catch (error) {
      if (this.failures === 0 && !this.stopped)
        this.log.warn(
          { err: { message: redactedErrorMessageOf(error) } },
          'asking which jobs are due failed',
        );
      this.pausedUntil =
        performance.now() + Math.min(firstPauseMs * 2 ** this.failures, longestPauseMs);
      this.failures++;
      return jobs;
    }
  }

  private async run(job: ScheduledJob): Promise<void> {
    try {
      const count = await this.metrics.job(job.name, () => job.run());
      if (count > 0) this.log.info({ job: job.name, count }, 'job');
    } catch (error) {
      this.log.warn(
        { job: job.name, err: { message: redactedErrorMessageOf(error) } },
        'job failed',
      );
    }
  }
}
