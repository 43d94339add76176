import { Pool, type PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { IdentityLinkReadPool } from './link-reads';
import { PooledClient } from './pooled-client';

/**
 * A named statement for a hot path. PostgreSQL parses it once per connection, and keeps its plan
 * after five calls, unless a new plan for the values of a call looks cheaper (person.read.ts shows
 * how to prevent that). It bypasses TypeORM, which does not support named statements. It runs on
 * the pool of a data source, on another pool, on a connection that reads links, on a given
 * connection, or in the transaction of an entity manager.
 * @param name unique within the program; a changed text takes effect only on new connections
 */
export const prepared =
  <Row extends object>(name: string, text: string) =>
  async (
    on: DataSource | EntityManager | IdentityLinkReadPool | Pool | PooledClient,
    values: unknown[],
  ): Promise<Row[]> => {
    const client =
      on instanceof IdentityLinkReadPool
        ? on.pool
        : on instanceof PooledClient || on instanceof Pool
          ? on
          : on instanceof DataSource
            ? ((on.driver as PostgresDriver).master as Pool)
            : ((await on.queryRunner?.connect()) as PoolClient | undefined);
    if (!client) throw new Error(`${name}: the manager of no transaction`);
    return (await client.query<Row>({ name, text, values })).rows;
  };
