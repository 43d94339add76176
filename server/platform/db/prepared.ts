import { Pool, type PoolClient } from 'pg';
import { DataSource, type EntityManager } from 'typeorm';
import type { PostgresDriver } from 'typeorm/driver/postgres/PostgresDriver';
import { IdentityLinkReadPool } from './link-reads';
import { PooledClient } from './pooled-client';

/**
 * Makes a function that runs a named statement, for a hot path. PostgreSQL parses the statement
 * once per connection. After five calls, it reuses one plan for all values. It plans again only if
 * it expects a plan for particular values to be cheaper (person.read.ts prevents it). The function
 * bypasses TypeORM, which does not support named statements. It runs the statement on a pool, on a
 * connection, or in the transaction of an entity manager.
 * @param name unique within the program
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
