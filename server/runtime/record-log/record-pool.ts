import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { byKeyOnly, sessionSettings } from '../../platform/db/database';
import { PooledClient, patienceOfRequests } from '../../platform/db/pooled-client';

/** Statements that store records at the same time; each serves all who wait (record-batcher.ts). */
export const atOnce = 2;

/**
 * Connections of their own for storing records, so that many who work leave those of all others free,
 * and the plan of the one statement is made for keys alone, however empty the tables were by then.
 */
@Injectable()
export class RecordPool implements OnApplicationShutdown {
  readonly pool: Pool;

  constructor(@Inject(CONFIG) { databaseUrl }: Config) {
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'commonlab-records',
      max: atOnce,
      options: `${sessionSettings('commonlab_app', patienceOfRequests)} ${byKeyOnly}`,
      connectionTimeoutMillis: patienceOfRequests.connectionMs,
      query_timeout: patienceOfRequests.driverMs,
      idleTimeoutMillis: 60_000,
      keepAlive: true,
      Client: PooledClient,
    });
    // an idle connection that PostgreSQL closed: the pool opens another
    this.pool.on('error', () => undefined);
  }

  async onApplicationShutdown() {
    await this.pool.end();
  }
}
