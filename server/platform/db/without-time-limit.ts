import type { EntityManager } from 'typeorm';
import { PooledClient } from './pooled-client';

/**
 * Removes the time limits of PostgreSQL and of the driver until this transaction ends: for programs
 * that read a complete log, never for a request.
 */
export async function removeStatementTimeLimit(manager: EntityManager): Promise<void> {
  await manager.query('SET LOCAL statement_timeout = 0');
  const client: unknown = await manager.queryRunner?.connect();
  if (client instanceof PooledClient) client.takeYourTime();
}
