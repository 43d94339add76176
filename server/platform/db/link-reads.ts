import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { byKeyOnly, sessionSettings } from './database';
import { pooled } from './pool';
import { patienceOfRequests } from './pooled-client';

/**
 * Connections that start in `commonlab_link` and can only read, for single statements on a hot path
 * (docs/decisions/privacy-schemas.md): without a transaction that switches the role, a statement costs one round
 * trip, and its plan stays on the connection (prepared.ts). A statement that writes, or that needs
 * the application's role too, belongs into a transaction with `as` (unit-of-work.ts). Opened at the
 * first use; closed when unused for a minute.
 */
@Injectable()
export class LinkReads implements OnApplicationShutdown {
  readonly pool: Pool;

  constructor(@Inject(CONFIG) { databaseUrl }: Config) {
    this.pool = pooled(databaseUrl, {
      application: 'commonlab-link-reads',
      max: 2,
      patience: patienceOfRequests,
      options: `${sessionSettings('commonlab_link', patienceOfRequests)} -c default_transaction_read_only=on ${byKeyOnly}`,
    });
  }

  async onApplicationShutdown() {
    await this.pool.end();
  }
}
