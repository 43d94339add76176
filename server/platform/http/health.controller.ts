import { Controller, Inject, Res, type OnApplicationShutdown } from '@nestjs/common';
import Redis from 'ioredis';
import { DataSource } from 'typeorm';
import { healthLive, healthReady } from '../../../contracts/base/non-json-operations';
import { CONFIG, type Config } from '../../config';
import { Serves } from './operation';
import type { HttpReply } from './request';

const patienceMs = 2_000;

/** Whether the dependency answers without an error and in time. */
async function answers(ask: () => Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>(
    (_, reject) => (timer = setTimeout(() => reject(new Error('late')), patienceMs)),
  );
  try {
    await Promise.race([ask(), late]);
    return true;
  } catch {
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * For the proxy and the container: `live` reports that the process answers, `ready` that its
 * dependencies do too.
 */
@Controller()
export class HealthController implements OnApplicationShutdown {
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

  @Serves(healthLive)
  live() {
    return { status: 'live' };
  }

  @Serves(healthReady)
  async ready(@Res({ passthrough: true }) reply: HttpReply) {
    const { redis, source } = this;
    const [database, queue] = await Promise.all([
      answers(() => source.query('SELECT 1')),
      redis ? answers(() => redis.ping()) : true,
    ]);
    void reply.status(database && queue ? 200 : 503).header('Cache-Control', 'no-store');
    return {
      status: database && queue ? 'ready' : 'not_ready',
      database,
      ...(redis && { redis: queue }),
    };
  }

  onApplicationShutdown() {
    this.redis?.disconnect();
  }
}
