import { Counter, Histogram } from 'prom-client';
import type { Metrics } from '../server/platform/observability/metrics';

const outcomes = ['outcome'] as const;

/** Metrics that only a workers process has, in addition to those of every process (metrics.ts). */
export class WorkerMetrics {
  private readonly reactions: Histogram<'queue' | 'outcome'>;
  private readonly jobs: Histogram<'job' | 'outcome'>;
  readonly relayed: Counter;

  constructor({ registry }: Metrics) {
    const registers = [registry];
    this.reactions = new Histogram({
      name: 'commonlab_reaction_seconds',
      help: 'Duration of reactions to events, by queue and outcome (done, failed)',
      labelNames: ['queue', ...outcomes],
      buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 60],
      registers,
    });
    this.jobs = new Histogram({
      name: 'commonlab_job_seconds',
      help: 'Duration of scheduled jobs, by job and outcome (done, failed)',
      labelNames: ['job', ...outcomes],
      buckets: [0.01, 0.05, 0.25, 1, 5, 30, 120],
      registers,
    });
    this.relayed = new Counter({
      name: 'commonlab_events_relayed_total',
      help: 'Events handed from the outbox to the queues',
      registers,
    });
  }

  reaction<T>(queue: string, run: () => Promise<T>): Promise<T> {
    return timed((outcome, seconds) => this.reactions.observe({ queue, outcome }, seconds), run);
  }

  job<T>(job: string, run: () => Promise<T>): Promise<T> {
    return timed((outcome, seconds) => this.jobs.observe({ job, outcome }, seconds), run);
  }
}

async function timed<T>(
  observe: (outcome: 'done' | 'failed', seconds: number) => void,
  run: () => Promise<T>,
): Promise<T> {
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1_000;
  try {
    const result = await run();
    observe('done', seconds());
    return result;
  } catch (error) {
    observe('failed', seconds());
    throw error;
  }
}
