import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { noSequentialScans, postgresSessionSettings } from '../../platform/db/database';
import { createPool } from '../../platform/db/pool';
import { requestTimeouts } from '../../platform/db/pooled-client';

/**
 * How many statements that store records may run at the same time; each stores all batches that
 * wait (record-batcher.ts).
 */
export const mostStatementsAtOnce = 2;

/**
 * A separate connection pool for storing records. Many running participants then do not use up the
 * connections of other requests. Its connections also plan the prepared statement so that it uses
 * only indexes, even if the tables were empty when it was planned.
 */
@Injectable()
export class RecordConnectionPool implements OnApplicationShutdown {
  readonly pool: Pool;

  constructor(@Inject(CONFIG) { databaseUrl }: Config) {
    this.pool = createPool(databaseUrl, {
      application: 'commonlab-records',
      max: mostStatementsAtOnce,
      patience: requestTimeouts,
      options: `${postgresSessionSettings('commonlab_app', requestTimeouts)} ${noSequentialScans}`,
    });
  }

  async onApplicationShutdown() {
    await this.pool.end();
  }
}
