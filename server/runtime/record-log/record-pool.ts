import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { byKeyOnly, sessionSettings } from '../../platform/db/database';
import { pooled } from '../../platform/db/pool';
import { patienceOfRequests } from '../../platform/db/pooled-client';

/**
 * How many statements that store records may run at the same time; each serves all waiting requests
 * (record-batcher.ts).
 */
export const mostStatementsAtOnce = 2;

/**
 * A separate connection pool for storing records, so that many running participants do not use up the connections of
 * other requests, and so that the prepared plan uses only keys, even if the tables were empty when it was made.
 */
@Injectable()
export class RecordPool implements OnApplicationShutdown {
  readonly pool: Pool;

  constructor(@Inject(CONFIG) { databaseUrl }: Config) {
    this.pool = pooled(databaseUrl, {
      application: 'commonlab-records',
      max: mostStatementsAtOnce,
      patience: patienceOfRequests,
      options: `${sessionSettings('commonlab_app', patienceOfRequests)} ${byKeyOnly}`,
    });
  }

  async onApplicationShutdown() {
    await this.pool.end();
  }
}
