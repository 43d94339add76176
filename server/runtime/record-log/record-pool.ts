import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { byKeyOnly, sessionSettings } from '../../platform/db/database';
import { pooled } from '../../platform/db/pool';
import { patienceOfRequests } from '../../platform/db/pooled-client';

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
    this.pool = pooled(databaseUrl, {
      application: 'commonlab-records',
      max: atOnce,
      patience: patienceOfRequests,
      options: `${sessionSettings('commonlab_app', patienceOfRequests)} ${byKeyOnly}`,
    });
  }

  async onApplicationShutdown() {
    await this.pool.end();
  }
}
