import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { noSequentialScans, postgresSessionSettings } from './database';
import { createPool } from './pool';
import { requestTimeouts } from './pooled-client';

/**
 * Read-only connections under the role `commonlab_link`, for single statements on a hot path
 * (docs/decisions/privacy-schemas.md). No transaction has to switch the role first, so a statement
 * costs only one round trip. PostgreSQL also keeps the statement's plan on the connection
 * (prepared.ts). A statement that writes, or that also needs the application's role, must instead
 * run in a transaction that switches the role (`Transaction.as` in unit-of-work.ts). A connection
 * is opened when it is first needed, and closed when it has been unused for a minute.
 */
@Injectable()
export class IdentityLinkReadPool implements OnApplicationShutdown {
  readonly pool: Pool;

  constructor(@Inject(CONFIG) { databaseUrl }: Config) {
    this.pool = createPool(databaseUrl, {
      application: 'commonlab-link-reads',
      max: 2,
      patience: requestTimeouts,
      options: `${postgresSessionSettings('commonlab_link', requestTimeouts)} -c default_transaction_read_only=on ${noSequentialScans}`,
    });
  }

  async onApplicationShutdown() {
    await this.pool.end();
  }
}
