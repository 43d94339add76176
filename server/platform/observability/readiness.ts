import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import Redis from 'ioredis';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { SingleFlight } from '../concurrency/single-flight';
import { withTimeout } from '../concurrency/with-timeout';
import { postgresSessionSettings } from '../db/database';
import { createPool } from '../db/pool';
import { requestTimeouts } from '../db/pooled-client';

const patienceMs = 2_000;

/** Whether the dependency answers without an error and in time. */
const answers = (what: string, ask: () => Promise<unknown>): Promise<boolean> =>
  withTimeout(patienceMs, what, ask()).then(
    () => true,
    () => false,
  );

/**
 * For each service that a process cannot work without: whether it answers. `redis` is set only if
 * the process uses Redis.
 */
export interface DependencyStatus {
  database: boolean;
  redis?: boolean;
}

/**
 * Checks whether PostgreSQL and Redis answer. The check of PostgreSQL has its own connection: the
 * pool may be busy, for instance with transactions that wait for one session's row, while the
 * process can still serve other requests. Calls at the same time share one check.
 */
@Injectable()
export class Readiness implements OnApplicationShutdown {
  private readonly database: Pool;
  private readonly asking = new SingleFlight<boolean>();
  private readonly redis: Redis | undefined;

  constructor(@Inject(CONFIG) config: Config) {
    this.database = createPool(config.databaseUrl, {
      application: 'commonlab-readiness',
      max: 1,
      patience: { connectionMs: patienceMs, driverMs: patienceMs },
      options: postgresSessionSettings('commonlab_app', requestTimeouts),
    });
    if (!config.redisUrl) return;
    // The check has a Redis client of its own, which fails immediately if Redis is unreachable. The
    // other clients would wait until it is reachable again.
    this.redis = new Redis(config.redisUrl, {
      lazyConnect: true,
      maxRetriesPerRequest: 0,
      connectTimeout: patienceMs,
      retryStrategy: (times) => Math.min(times * 200, 2_000),
    });
    this.redis.on('error', () => undefined);
  }

  async check(): Promise<DependencyStatus> {
    const { redis } = this;
    const [database, queue] = await Promise.all([
      this.asking.ask('database', () =>
        answers('PostgreSQL', () => this.database.query('SELECT 1')),
      ),
      redis && answers('Redis', () => redis.ping()),
    ]);
    return { database, ...(queue !== undefined && { redis: queue }) };
  }

  async onApplicationShutdown() {
    this.redis?.disconnect();
    // The shutdown does not wait for a running statement, which ends at its own timeout.
    await withTimeout(500, 'closing', this.database.end()).catch(() => undefined);
  }
}
