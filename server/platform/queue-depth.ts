import { Inject, Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { Queue } from 'bullmq';
import { CONFIG, type Config } from '../config';
import { Metrics } from './metrics';
import { queueConnection, queueNames, queuePrefix } from './queues';

/** How much waits in each queue, asked at each scrape of /metrics. */
@Injectable()
export class QueueDepth implements OnApplicationBootstrap, OnApplicationShutdown {
  private queues: Queue[] = [];
  private connection: ReturnType<typeof queueConnection> | undefined;

  constructor(@Inject(CONFIG) private readonly config: Config, private readonly metrics: Metrics) {}

  onApplicationBootstrap(): void {
    this.metrics.beforeScrape.push(() => this.measure());
  }

  async onApplicationShutdown(): Promise<void> {
    await Promise.all(this.queues.map((queue) => queue.close().catch(() => undefined)));
    if (this.config.redisUrl && this.connection) (this.connection as unknown as { disconnect(): void }).disconnect();
  }

  private async measure(): Promise<void> {
    for (const queue of this.open()) {
      const counts = await queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
      for (const [state, count] of Object.entries(counts)) this.metrics.queueDepth.set({ queue: queue.name, state }, count);
    }
  }

  /** At the first scrape, so that a server that nobody scrapes holds no connection for it. */
  private open(): Queue[] {
    if (this.queues.length === 0) {
      const connection = queueConnection(this.config, 'short');
      this.connection = connection;
      this.queues = queueNames.map((name) => new Queue(name, { connection, prefix: queuePrefix }).on('error', () => undefined));
    }
    return this.queues;
  }
}
