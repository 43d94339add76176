import {
  Inject,
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { Queue } from 'bullmq';
import { CAPABILITIES } from '../capabilities-token';
import { CONFIG, type Config } from '../../config';
import { Metrics } from '../observability/metrics';
import { connectToQueueEngine, queuePrefix, type QueueConnection } from './queues';
import { withTimeout } from '../concurrency/with-timeout';

const patienceMs = 1_000;

/** Reads the number of waiting jobs in each queue, whenever Prometheus fetches the metrics. */
@Injectable()
export class QueueDepth implements OnApplicationBootstrap, OnApplicationShutdown {
  private queues: Queue[] = [];
  private connection: QueueConnection | undefined;

  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly metrics: Metrics,
    @Inject(CAPABILITIES)
    private readonly capabilities: { readonly consumers: ReadonlyMap<string, unknown> },
  ) {}

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape.push(() => this.measure());
  }

  async onApplicationShutdown(): Promise<void> {
    // Waits only for a limited time, because the queues may take long to close if the queue engine
    // (Redis or PostgreSQL) is unreachable.
    await withTimeout(
      patienceMs,
      'closing the queues',
      Promise.allSettled(this.queues.map((queue) => queue.close())),
    ).catch(() => undefined);
    await withTimeout(
      patienceMs,
      'closing the connections of the queues',
      Promise.resolve(this.connection?.disconnect()),
    ).catch(() => undefined);
  }

  private async measure(): Promise<void> {
    for (const queue of this.open()) {
      const counts = await withTimeout(
        patienceMs,
        'counting jobs',
        queue.getJobCounts('waiting', 'active', 'delayed', 'failed'),
      );
      for (const [state, count] of Object.entries(counts))
        this.metrics.queueDepth.set({ queue: queue.name, state }, count);
    }
  }

  /**
   * The connection is opened when metrics are first fetched: a server whose metrics are never
   * fetched needs no connection.
   */
  private open(): Queue[] {
    if (this.queues.length === 0) {
      const connection = connectToQueueEngine(this.config, 'short');
      this.connection = connection;
      this.queues = [...this.capabilities.consumers.keys()].map((name) =>
        new Queue(name, { connection: connection.options, prefix: queuePrefix }).on(
          'error',
          () => undefined,
        ),
      );
    }
    return this.queues;
  }
}
