import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { noSequentialScans, postgresSessionSettings } from './database';
import { createPool } from './pool';
import { requestTimeouts } from './pooled-client';

/**
 * Read-only connections under the role `commonlab_link`, for single statements on a hot path
 * (docs/decisions/privacy-schemas.md). Since no transaction has to switch the role first, a
 * statement costs one round trip, and PostgreSQL keeps its plan on the connection (prepared.ts). A
 * statement that writes, or that also needs the application's role, must run in a transaction with
 * `as` instead (unit-of-work.ts). The connections are opened at their first use, and closed when
 * unused for a minute.
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
