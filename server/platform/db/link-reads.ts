import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Pool } from 'pg';
import { CONFIG, type Config } from '../../config';
import { byKeyOnly, sessionSettings } from './database';
import { PooledClient, patienceOfRequests } from './pooled-client';

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
    this.pool = new Pool({
      connectionString: databaseUrl,
      application_name: 'commonlab-link-reads',
      max: 2,
      options: `${sessionSettings('commonlab_link', patienceOfRequests)} -c default_transaction_read_only=on ${byKeyOnly}`,
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
