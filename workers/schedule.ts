import type { Clock } from '../server/platform/concurrency/clock';
import { repeat, type Repetition } from '../server/platform/concurrency/repeat';
import type { Logger } from '../server/platform/observability/log';
import { messageOf } from '../server/platform/observability/redact-error';
import type { Job } from '../server/platform/messaging/consumer';
import type { DueJobs } from './due-poll';
import type { WorkerMetrics } from './worker-metrics';

const tickMs = 1_000;
/** A timer may fire a little early; a job must not wait for the next tick then. */
const earlyMs = 50;
/** The pause after the first failure of the statement, and the longest pause. */
const firstPauseMs = 1_000;
const longestPauseMs = 30_000;

interface Planned {
  readonly job: Job;
  /** When the job is next due, by the clock of this process. */
  nextAt: number;
  running: Promise<void> | undefined;
}

/**
 * Runs each job at its interval, never two runs of it at the same time in one process; a failed run is logged, and
 * the next run retries. Once a second, one statement checks which of the jobs whose turn it is have something to do,
 * and only those are run. Where the statement fails, it runs all of them, so that a condition of one job keeps no
 * other from its work; after each failure in a row it pauses twice as long, so that a slow database does not get the
 * work of all jobs every second as well.
 */
export class Schedule {
  private readonly planned: Planned[];
  private ticking: Repetition | undefined;
  private stopped = false;
  /** Consecutive failures of the statement. */
  private failures = 0;
  private pausedUntil = 0;

  constructor(
    jobs: readonly Job[],
    private readonly due: DueJobs,
    private readonly clock: Clock,
    private readonly log: Logger,
    private readonly metrics: WorkerMetrics,
  ) {
    this.planned = jobs.map((job) => ({ job, nextAt: 0, running: undefined }));
  }

  start(): void {
    this.ticking = repeat(() => this.tick(), {
      everyMs: tickMs,
      firstMs: Math.random() * tickMs,
      onError: (error) => this.log.warn({ err: { message: messageOf(error) } }, 'schedule'),
    });
  }

  /** Starts no further job. @returns when the running jobs have ended */
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

  private async dueOf(jobs: readonly Job[]): Promise<readonly Job[]> {
    try {
      const due = await this.due.of(jobs, this.clock.now());
      if (this.failures > 0 && !this.stopped)
        this.log.warn({ failures: this.failures }, 'asking which jobs are due works again');
      this.failures = 0;
      return due;
    } catch (error) {
      if (this.failures === 0 && !this.stopped)
        this.log.warn({ err: { message: messageOf(error) } }, 'asking which jobs are due failed');
      this.pausedUntil =
        performance.now() + Math.min(firstPauseMs * 2 ** this.failures, longestPauseMs);
      this.failures++;
      return jobs;
    }
  }

  private async run(job: Job): Promise<void> {
    try {
      const count = await this.metrics.job(job.name, () => job.run());
      if (count > 0) this.log.info({ job: job.name, count }, 'job');
    } catch (error) {
      this.log.warn({ job: job.name, err: { message: messageOf(error) } }, 'job failed');
    }
  }
}
