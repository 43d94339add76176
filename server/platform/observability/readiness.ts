import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import Redis from 'ioredis';
import { DataSource } from 'typeorm';
import { CONFIG, type Config } from '../../config';
import { withTimeout } from '../concurrency/with-timeout';

const patienceMs = 2_000;

/** Whether the dependency answers without an error and in time. */
const answers = (what: string, ask: () => Promise<unknown>): Promise<boolean> =>
  withTimeout(patienceMs, what, ask()).then(
    () => true,
    () => false,
  );

/** What a process cannot work without; `redis` only where it is used. */
export interface Dependencies {
  database: boolean;
  redis?: boolean;
}

/** Asks PostgreSQL and Redis whether they answer. */
@Injectable()
export class Readiness implements OnApplicationShutdown {
  private readonly redis: Redis | undefined;

  constructor(
    @Inject(CONFIG) config: Config,
    private readonly source: DataSource,
  ) {
    if (!config.redisUrl) return;
    // A separate client that fails at once: the others wait until Redis is reachable again.
    this.redis = new Redis(config.redisUrl, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      connectTimeout: patienceMs,
      retryStrategy: (times) => Math.min(times * 200, 2_000),
    });
    this.redis.on('error', () => undefined);
  }

  async check(): Promise<Dependencies> {
    const { redis, source } = this;
    const [database, queue] = await Promise.all([
      answers('PostgreSQL', () => source.query('SELECT 1')),
      redis && answers('Redis', () => redis.ping()),
    ]);
    return { database, ...(queue !== undefined && { redis: queue }) };
  }

  onApplicationShutdown() {
    this.redis?.disconnect();
  }
}
